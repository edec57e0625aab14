/** Fields of a request to a designer: games, seed, and the options of the designer. */

import type { DesignerInfo } from "../protocol";
import { OptionField } from "./option-fields";

export interface DesignRequest {
  asks: Record<string, string>;
  games: string;
  seed: string;
}

export function RequestFields({
  options,
  request,
  change,
}: {
  options: DesignerInfo["makes"];
  request: DesignRequest;
  change: (request: DesignRequest) => void;
}) {
  const setOption = (key: string, text: string) => {
    const { [key]: _, ...rest } = request.asks;
    change({ ...request, asks: text === "" ? rest : { ...rest, [key]: text } });
  };
  return (
    <section class="panel padded">
      <h2>Options</h2>
      <div class="option-fields">
        <label class="field">
          <span>
            <b>games</b> to play; more games make intervals narrower
          </span>
          <input
            class="input"
            inputMode="numeric"
            placeholder="default"
            value={request.games}
            onInput={(event) => change({ ...request, games: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="field">
          <span>
            <b>seed</b> of everything random
          </span>
          <input
            class="input"
            inputMode="numeric"
            placeholder="default"
            value={request.seed}
            onInput={(event) => change({ ...request, seed: event.currentTarget.value.trim() })}
          />
        </label>
        {options.map((option) => (
          <OptionField
            key={option.key}
            option={option}
            value={request.asks[option.key] ?? ""}
            change={(text) => setOption(option.key, text)}
          />
        ))}
      </div>
    </section>
  );
}

export function numberFields({ games, seed }: DesignRequest): { games?: number; seed?: number } {
  return { ...(games ? { games: Number(games) } : {}), ...(seed ? { seed: Number(seed) } : {}) };
}
