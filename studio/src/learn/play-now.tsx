/** Play now: a game against an opponent of known strength, with one click; how to play; the guided first game. */

import { useEffect, useState } from "preact/hooks";
import { get, post } from "../api/http";
import { saveSeatKey } from "../api/seat-keys";
import { showToast } from "../components/toast";
import { LegendButton } from "../components/pictogram";
import { tooltip } from "../components/tooltip";
import { formatCount, formatPercent } from "../format";
import type { CreatedSession, GameInfo, NewSession, PlayLevel, PlayLevels, StartedJob } from "../protocol";
import { navigateLater, useRoute } from "../route";
import { useBoard } from "../games/loading";
import { HowToPlay } from "./primer";

const POLL_INTERVAL = 2000; // ms, while the bots are measured
const TITLES: Record<PlayLevel["level"], string> = { easy: "Easy", medium: "Medium", hard: "Hard" };

/** Levels of a game; null until they have arrived. While its bots are measured, they are asked for again. */
export function usePlayLevels(game: string): { levels: PlayLevels | null; reload: () => void } {
  const [levels, setLevels] = useState<PlayLevels | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    get<PlayLevels>(`/games/${encodeURIComponent(game)}/levels`).then(
      (answer) => current && setLevels(answer),
      (error: Error) => current && showToast(error.message),
    );
    return () => {
      current = false;
    };
  }, [game, round]);
  const measuring = Boolean(levels?.work) && levels?.levels.length === 0;
  useEffect(() => {
    if (!measuring) return;
    const timer = setTimeout(() => setRound(round + 1), POLL_INTERVAL);
    return () => clearTimeout(timer);
  }, [measuring, round]);
  return { levels, reload: () => setRound(round + 1) };
}

interface PlayNowProps {
  info: GameInfo;
  levels: PlayLevels;
  guest: boolean;
  reload: () => void;
}

/** Create a session and open it. */
async function openNew(create: () => Promise<CreatedSession>): Promise<void> {
  const goTo = navigateLater();
  try {
    const session = await create();
    const key = session.keys.find((key) => key !== null);
    if (key) saveSeatKey(session.id, key);
    goTo(`/tables/${session.id}`);
  } catch (error) {
    showToast((error as Error).message);
  }
}

/** In the address of a set-up: the player comes from the guided game. */
export const AFTER_GUIDE = "guided";

interface GuidedGameProps {
  game: string;
  /** With a label of its own the button stands beside a main button. */
  label?: string;
  main?: boolean;
}

/** Button that starts the guided first game of a game. */
export function GuidedGame({ game, label = "", main = !label }: GuidedGameProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await openNew(() => post<CreatedSession>(`/games/${encodeURIComponent(game)}/guide`));
    setBusy(false);
  };
  return (
    <>
      <button type="button" class={main ? "button main" : "button"} disabled={busy} onClick={start}>
        {label || "Guided first game"}
      </button>
      {busy && (
        <span class="muted small" role="status">
          Preparing the game: its rules are loaded, and cards are dealt. The first time this takes some seconds.
        </span>
      )}
    </>
  );
}

export function PlayNow({ info, levels, guest, reload }: PlayNowProps) {
  const { board } = useBoard(info.name);
  const guided = useRoute().query.has(AFTER_GUIDE);
  const [drafting, setDrafting] = useState(false);
  const [busy, setBusy] = useState(false);
  const play = async (level: PlayLevel) => {
    setBusy(true);
    const drafted = levels.drafts.length > 0 && !drafting;
    await openNew(() => post<CreatedSession>("/tables", newSession(info, level, drafted)));
    setBusy(false);
  };
  return (
    <section class="panel padded play-now" aria-labelledby="play-now">
      <h2 id="play-now">Play now</h2>
      {levels.levels.length > 0 ? (
        <div class="play-levels">
          {levels.levels.map((level) => (
            <button
              type="button"
              key={level.level}
              class={guided && level === levels.levels[0] ? "button main play-level" : "button play-level"}
              data-level={level.level}
              disabled={busy}
              aria-description={describeStrength(info, level)}
              onClick={() => play(level)}
              {...tooltip(describeStrength(info, level))}
            >
              <b>{TITLES[level.level]}</b>
              <span class="small">{describeLevel(info, level)}</span>
            </button>
          ))}
        </div>
      ) : (
        <Unmeasured info={info} levels={levels} guest={guest} reload={reload} />
      )}
      {levels.drafts.length > 0 && levels.levels.length > 0 && (
        <label class="check">
          <input type="checkbox" checked={drafting} onChange={(event) => setDrafting(event.currentTarget.checked)} />
          <span>I want to {levels.drafts.join(" and ")} myself; otherwise a bot does it for me</span>
        </label>
      )}
      {levels.source && (
        <p class="muted small">
          Measured by <a href={`/tournaments/${encodeURIComponent(levels.source)}`}>a tournament</a> of this Studio.
        </p>
      )}
      <div class="actions">
        {levels.guide && <GuidedGame game={info.name} main={!guided} />}
        <HowToPlay game={info.name} />
        {board?.legend && <LegendButton legend={board.legend} plain={false} />}
      </div>
    </section>
  );
}

/** Levels of the platformer whose difficulty was measured with synthetic players. */
export function LevelLinks({ levels }: { levels: PlayLevel[] }) {
  return (
    <>
      <div class="play-levels">
        {levels.map((level) => (
          <a
            key={level.level}
            class="button play-level"
            data-level={level.level}
            href={`/levels/${level.options.level}`}
            aria-description={describePlayers(level)}
            {...tooltip(describePlayers(level))}
          >
            <b>{TITLES[level.level]}</b>
            <span class="small">{formatPercent(1 - level.share.value, 0)} of synthetic players die</span>
          </a>
        ))}
      </div>
      <p class="muted small">Measured with synthetic players. How many people die is not known.</p>
    </>
  );
}

/** Says that nobody knows how strong the bots are, and how to find out. */
function Unmeasured({ info, levels, guest, reload }: PlayNowProps) {
  const measure = async () => {
    try {
      await post<StartedJob>(`/games/${encodeURIComponent(info.name)}/levels`);
    } catch (error) {
      showToast((error as Error).message);
    }
    reload();
  };
  if (levels.work)
    return (
      <p role="status">
        The bots are being measured. <a href={`/work/${levels.work}`}>Watch it</a>; easy, medium and hard appear here.
      </p>
    );
  if (!levels.command) return <p class="muted">Choose the options below, and start.</p>;
  return (
    <>
      <p>
        The bots of {info.title} have not been measured, so it is not known which one is easy. A tournament between them
        answers it
        {guest ? "; the owner of this Studio can start it." : ":"}
      </p>
      {!guest && (
        <>
          <code class="play-command">{levels.command}</code>
          <div class="actions">
            <button type="button" class="button" onClick={measure}>
              Measure them now
            </button>
          </div>
        </>
      )}
    </>
  );
}

/** The person has the first seat, and the bot of the level all others. */
function newSession(info: GameInfo, level: PlayLevel, drafted: boolean): NewSession {
  const seats = info.options.find(({ key }) => key === "seats")?.default ?? info.fewest;
  return {
    game: info.name,
    seats: Array.from({ length: Number(seats) }, (_, k) => ({ bot: k === 0 ? null : level.bot })),
    options: level.options,
    drafted,
  };
}

/** What a level means, in a few words. */
function describeLevel(info: GameInfo, { bot, options, share }: PlayLevel): string {
  const rate = formatPercent(share.value, 0).replace(" ", "\u00a0");
  if (info.most > 1) return `against ${bot.split(":")[0]} (wins ${rate} against bots)`;
  const changes = Object.entries(options).map(([key, value]) => `${value} ${key.replaceAll("_", " ")}`);
  return [...changes, `a bot wins ${rate}`].join(", ");
}

/** Win rate of a level's bot with its interval, for the tooltip. */
function describeStrength(info: GameInfo, { bot, share, games }: PlayLevel): string {
  const rate = `${formatPercent(share.value, 1)} (95 % interval: ${formatPercent(share.low, 1)} to ${formatPercent(share.high, 1)})`;
  const count = `${formatCount(games)} games`;
  if (info.most === 1) return `The bot ${bot} wins ${rate} of ${count} with these options.`;
  const summary = info.bots.find(({ name }) => name === bot.split(":")[0])?.summary ?? "";
  return `${bot} won ${rate} of ${count} against other bots. ${summary && `How it plays: ${summary}.`}`;
}

/** Share of synthetic players that die in a level, with its interval, for the tooltip. */
function describePlayers({ share, games }: PlayLevel): string {
  const rate = `${formatPercent(1 - share.value, 1)} (95 % interval: ${formatPercent(1 - share.high, 1)} to ${formatPercent(1 - share.low, 1)})`;
  return `${rate} of ${formatCount(games)} synthetic players died at least once in this level. They are bots that err in time like people; people may do better or worse.`;
}
