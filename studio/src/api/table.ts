/** A table as this page knows it: kept up to date by its socket, with every position that was looked at. */

import type { FromTable, Looked, News, Refused, Seen, ToTable, Whole } from "../protocol";
import { Line } from "./line";
import { keyOf } from "./keys";

type Unnumbered<T> = T extends unknown ? Omit<T, "request"> : never;
type Question = Unnumbered<ToTable>;
type Answer = Exclude<FromTable, Whole | News | Refused>;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

const PATIENCE = 120_000; // ms; a bot that is asked for its opinion may think for long

export class Table {
  whole: Whole | null = null;
  private readonly line: Line;
  private readonly seen = new Map<number, Seen>();
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;
  private played = -1; // the ply of the move that was sent last: a second click on it is no second move

  constructor(
    readonly id: string,
    private readonly changed: () => void,
    private readonly refused: (why: string) => void,
  ) {
    const key = keyOf(id);
    const path = `/socket/tables/${encodeURIComponent(id)}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
    this.line = new Line(
      path,
      (message) => this.hear(message as FromTable),
      () => this.lineChanged(),
    );
  }

  get state() {
    return this.line.state;
  }

  get reason() {
    return this.line.reason;
  }

  close(): void {
    this.line.close();
  }

  /** Say something that is answered by the table's own news, or by a refusal. */
  tell(message: Question): void {
    if (!this.line.send({ ...message, request: ++this.count })) this.refused("Not connected just now: trying again.");
  }

  play(ply: number, text: string): void {
    if (this.played === ply) return;
    this.played = ply;
    this.tell({ type: "play", ply, text });
  }

  ask<T extends Answer>(message: Question): Promise<T> {
    const request = ++this.count;
    return new Promise<T>((resolve, reject) => {
      if (!this.line.send({ ...message, request })) {
        reject(new Error("Not connected just now: trying again."));
        return;
      }
      this.waiting.set(request, { resolve: resolve as (answer: Answer) => void, reject });
      setTimeout(() => this.settle(request, (waiting) => waiting.reject(new Error("No answer came."))), PATIENCE);
    });
  }

  /** The position at a ply, if it is here already. */
  at(ply: number): Seen | undefined {
    return this.whole?.now.ply === ply ? this.whole.now : this.seen.get(ply);
  }

  async look(ply: number): Promise<Seen> {
    const known = this.at(ply);
    if (known) return known;
    const looked = await this.ask<Looked>({ type: "look", ply });
    this.seen.set(looked.seen.ply, looked.seen);
    return looked.seen;
  }

  private hear(message: FromTable): void {
    if (message.type === "whole") {
      if (this.whole?.everything !== message.everything) this.seen.clear();
      this.whole = message;
      this.changed();
    } else if (message.type === "news") {
      this.take(message);
    } else if (message.type === "refused") {
      if (!this.settle(message.request, (waiting) => waiting.reject(new Error(message.message)))) {
        this.played = -1;
        this.refused(message.message);
      }
    } else {
      this.settle(message.request, (waiting) => waiting.resolve(message));
    }
  }

  private take(news: News): void {
    if (!this.whole) return;
    const { type: _, moves, ...rest } = news;
    this.seen.set(this.whole.now.ply, this.whole.now);
    this.whole = { ...this.whole, ...rest, moves: [...this.whole.moves, ...moves] };
    this.changed();
  }

  private settle(request: number | null, how: (waiting: Waiting) => void): boolean {
    const waiting = request === null ? undefined : this.waiting.get(request);
    if (!waiting || request === null) return false;
    this.waiting.delete(request);
    how(waiting);
    return true;
  }

  private lineChanged(): void {
    if (this.line.state === "lost") {
      this.played = -1;
      for (const request of [...this.waiting.keys()]) {
        this.settle(request, (waiting) => waiting.reject(new Error("The connection broke; it is being renewed.")));
      }
    }
    this.changed();
  }
}
