/** Registry of the games that the page knows, one folder each. All but the emblems is loaded when a game is opened. */

import type { ComponentChildren } from "preact";
import type { CardPicture, GameBoard } from "../board";
import type { Hello } from "../protocol";
import type { GameSetup } from "../setup";
import { emblem as delve } from "./delve/emblem";
import { emblem as dominion } from "./dominion/emblem";
import type { EmblemDrawing } from "./emblem";
import { emblem as generic } from "./generic/emblem";
import { emblem as locm } from "./locm/emblem";
import { emblem as platformer } from "./platformer/emblem";
import { emblem as tribute } from "./tribute/emblem";

/** A game whose sessions wait for every move. The session page shows its board, and a form its set-up. */
export interface TurnBasedGame {
  kind: "turn-based";
  emblem: EmblemDrawing;
  board: () => Promise<GameBoard>;
  setup: () => Promise<GameSetup>;
  /** Draws a card of a card file; games without card files have none. */
  cardPicture?: () => Promise<CardPicture>;
}

/** A game in real time. It has pages of its own, because a session waits for every move. */
export interface RealTimeGame {
  kind: "real-time";
  emblem: EmblemDrawing;
  title: string;
  summary: string;
  /** Links of its tile on the start page: label and path. The first one leads to where it is played. */
  links: [[label: string, path: string], ...[label: string, path: string][]];
  /** Its pages, by the first part of their addresses. The server knows the same parts (page_files.py). */
  pages: Record<string, () => Promise<GamePage>>;
  /** Store the run of a replay file; returns the address of the run. */
  openReplay: (text: string) => Promise<string>;
}

/** A page of a game in real time. It reads the rest of its address from the route. */
export type GamePage = (props: { hello: Hello | null }) => ComponentChildren;

const GAMES: Record<string, TurnBasedGame | RealTimeGame> = {
  delve: {
    kind: "turn-based",
    emblem: delve,
    board: () => import("./delve").then((module) => module.delve),
    setup: () => import("./delve/setup").then((module) => module.setup),
  },
  dominion: {
    kind: "turn-based",
    emblem: dominion,
    board: () => import("./dominion").then((module) => module.dominion),
    setup: () => import("./dominion/setup").then((module) => module.setup),
    cardPicture: () => import("./dominion/card-picture").then((module) => module.picture),
  },
  locm: {
    kind: "turn-based",
    emblem: locm,
    board: () => import("./locm").then((module) => module.locm),
    setup: () => import("./locm/setup").then((module) => module.setup),
    cardPicture: () => import("./locm/card-picture").then((module) => module.picture),
  },
  platformer: {
    kind: "real-time",
    emblem: platformer,
    title: "Platformer",
    summary: "Run, jump and hang through levels with moving traps",
    links: [
      ["Play", "/levels"],
      ["Study", "/study"],
    ],
    pages: {
      levels: () => import("./platformer").then((module) => module.LevelPages),
      study: () => import("./platformer/study").then((module) => module.StudyPages),
    },
    openReplay: (text) => import("./platformer/replays").then((module) => module.openReplay(text)),
  },
  tribute: {
    kind: "turn-based",
    emblem: tribute,
    board: () => import("./tribute").then((module) => module.tribute),
    setup: () => import("./tribute/setup").then((module) => module.setup),
    cardPicture: () => import("./tribute/card-picture").then((module) => module.picture),
  },
};

/** Any other game, such as one of the user: its moves are buttons, its options plain fields. */
const OTHER: TurnBasedGame = {
  kind: "turn-based",
  emblem: generic,
  board: () => import("./generic").then((module) => module.genericBoard),
  setup: async () => ({ pickers: {} }),
};

/** What the page has for a game. */
export function findGame(name: string): TurnBasedGame | RealTimeGame {
  return (Object.hasOwn(GAMES, name) && GAMES[name]) || OTHER;
}

/** What a session shows of a game. */
export function findTurnBasedGame(name: string): TurnBasedGame {
  const game = findGame(name);
  return game.kind === "turn-based" ? game : OTHER;
}

/** All games in real time, by name. */
export const REAL_TIME_GAMES: [name: string, game: RealTimeGame][] = Object.entries(GAMES).flatMap(([name, game]) =>
  game.kind === "real-time" ? [[name, game]] : [],
);
