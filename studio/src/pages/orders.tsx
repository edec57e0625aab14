/** Orders to designers: what is inspected, what is made, and how. */

import { useState } from "preact/hooks";
import { say } from "../components/toast";
import type { DesignerInfo, InspectOrder, MakeOrder } from "../protocol";
import { OwnFiles } from "./files";
import { ChoiceField } from "./options";
import { start } from "./start";

export function Inspect({ info, given }: { info: DesignerInfo; given: string }) {
  const [content, setContent] = useState(given || example(info.example));
  const [order, setOrder] = useState<Order>({ asks: {}, games: "", seed: "" });
  const begin = () => {
    const words = content.trim();
    if (!words) return say("Say what is to be inspected.");
    const body: InspectOrder = {
      content: words.split(/\s*\n\s*|\s+(?=@)/).filter(Boolean),
      ...numbers(order),
      asks: order.asks,
    };
    return start(`/design/${info.game}/inspect`, body);
  };
  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <section class="panel part">
        <h2>What is inspected</h2>
        <p class="quiet small">{coded(info.content)}. Files of your own are named @NAME; one content a line.</p>
        <textarea
          class="input"
          rows={4}
          value={content}
          aria-label="Content"
          onInput={(event) => setContent(event.currentTarget.value)}
        />
        {info.game === "dominion" && (
          <p class="small">
            Ten cards are picked by clicks in the room of <a href="/kingdoms">kingdoms</a>.
          </p>
        )}
        <div class="setup-go">
          <button type="submit" class="button main">
            Inspect
          </button>
        </div>
        <OwnFiles take={(name) => setContent(`@${name}`)} />
      </section>
      <OrderFields choices={info.inspects} order={order} change={setOrder} />
    </form>
  );
}

export function Make({ info }: { info: DesignerInfo }) {
  const [order, setOrder] = useState<Order>({ asks: {}, games: "", seed: "" });
  const body: MakeOrder = { ...numbers(order), asks: order.asks };
  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start(`/design/${info.game}/make`, body);
      }}
    >
      <section class="panel part">
        <h2>Make to a target</h2>
        <p class="quiet small">
          On the command line this would be{" "}
          <code>
            ludus make {info.game} {info.target}
          </code>
          . Fields left empty keep their default.
        </p>
        <div class="setup-go">
          <button type="submit" class="button main">
            Make
          </button>
        </div>
      </section>
      <OrderFields choices={info.makes} order={order} change={setOrder} />
    </form>
  );
}

export interface Order {
  asks: Record<string, string>;
  games: string;
  seed: string;
}

export function OrderFields({
  choices,
  order,
  change,
}: {
  choices: DesignerInfo["makes"];
  order: Order;
  change: (order: Order) => void;
}) {
  const ask = (key: string, text: string) => {
    const { [key]: _, ...rest } = order.asks;
    change({ ...order, asks: text === "" ? rest : { ...rest, [key]: text } });
  };
  return (
    <section class="panel part">
      <h2>How</h2>
      <div class="option-fields">
        <label class="field">
          <span>
            <b>games</b> to play; more make intervals narrower
          </span>
          <input
            class="input"
            inputMode="numeric"
            placeholder="as many as usual"
            value={order.games}
            onInput={(event) => change({ ...order, games: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="field">
          <span>
            <b>seed</b> everything random follows from it
          </span>
          <input
            class="input"
            inputMode="numeric"
            placeholder="as usual"
            value={order.seed}
            onInput={(event) => change({ ...order, seed: event.currentTarget.value.trim() })}
          />
        </label>
        {choices.map((choice) => (
          <ChoiceField
            key={choice.key}
            choice={choice}
            value={order.asks[choice.key] ?? ""}
            change={(text) => ask(choice.key, text)}
          />
        ))}
      </div>
    </section>
  );
}

export function numbers({ games, seed }: Order): { games?: number; seed?: number } {
  return { ...(games ? { games: Number(games) } : {}), ...(seed ? { seed: Number(seed) } : {}) };
}

/** Text with `names` set apart. */
function coded(text: string) {
  return text.split("`").map((part, k) => (k % 2 ? <code key={k}>{part}</code> : part));
}

/** The words before the first option of an example: what is inspected. */
function example(text: string): string {
  return text.split(" --")[0]?.trim() ?? "";
}
