/** Sources of bots in this browser: the one that is being written, and those that were uploaded from here.

The server never sends the source of a bot, so only the browser that wrote one can edit it again. */

import type { NewBot } from "../../protocol";

export type BotSource = Pick<NewBot, "name" | "game" | "code"> & { cls: string; options: string };

const DRAFT_KEY = "ludus-bot-draft";
const SOURCES_KEY = "ludus-bot-sources";
const MAX_SOURCES = 30; // the oldest ones are dropped

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** The source that was being written; null if there is none. */
export function loadBotDraft(storage: Storage = localStorage): BotSource | null {
  return parse(storage.getItem(DRAFT_KEY)).find(isSource) ?? null;
}

/** Keep the source that is being written. Returns false if the browser does not store it. */
export function storeBotDraft(source: BotSource, storage: Storage = localStorage): boolean {
  return write(storage, DRAFT_KEY, [source]);
}

/** Source of an uploaded bot, if it was uploaded from this browser. */
export function findBotSource(name: string, storage: Storage = localStorage): BotSource | undefined {
  return listSources(storage).find((source) => source.name === name);
}

export function storeBotSource(source: BotSource, storage: Storage = localStorage): boolean {
  const others = listSources(storage).filter(({ name }) => name !== source.name);
  return write(storage, SOURCES_KEY, [source, ...others].slice(0, MAX_SOURCES));
}

function listSources(storage: Storage): BotSource[] {
  return parse(storage.getItem(SOURCES_KEY)).filter(isSource);
}

function parse(text: string | null): unknown[] {
  try {
    const value = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isSource(value: unknown): value is BotSource {
  const source = value as Partial<BotSource> | null;
  return [source?.name, source?.game, source?.code, source?.cls, source?.options].every(
    (field) => typeof field === "string",
  );
}

function write(storage: Storage, key: string, sources: BotSource[]): boolean {
  try {
    storage.setItem(key, JSON.stringify(sources));
    return true;
  } catch {
    return false;
  }
}
