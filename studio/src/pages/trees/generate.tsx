/** Trees made to a target, with the front of the search while it goes on. */

import { useEffect, useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { DesignerInfo, MakeOrder, Started, TreeFront, TreeSetting, TreesInfo, WorkRow } from "../../protocol";
import { go } from "../../route";
import { get, post } from "../../api/http";
import { Findings } from "../found";
import type { Order } from "../orders";
import { OrderFields, numbers } from "../orders";
import { ago } from "../tables";
import { ProgressPanel, useWork } from "../work";
import type { Tree } from "./draft";
import { Front } from "./front";

interface Props {
  info: TreesInfo;
  setting: TreeSetting;
  work: string; // the search to look at; empty: none yet
  take: (tree: Tree) => void;
}

export function Generate({ info, setting, work, take }: Props) {
  return work ? <Search key={work} info={info} setting={setting} work={work} take={take} /> : <Begin />;
}

function Begin() {
  const [designer, setDesigner] = useState<DesignerInfo | null>(null);
  const [order, setOrder] = useState<Order>({ asks: {}, games: "", seed: "" });
  const [lately, setLately] = useState<WorkRow[]>([]);
  useEffect(() => {
    get<DesignerInfo>("/design/delve").then(setDesigner, (error: Error) => say(error.message));
    get<WorkRow[]>("/work").then(
      (rows) => setLately(rows.filter((row) => row.kind === "make" && row.subject === "delve")),
      () => {},
    );
  }, []);
  const begin = async () => {
    const body: MakeOrder = { ...numbers(order), asks: order.asks };
    try {
      go(`/trees/generate?work=${(await post<Started>("/design/delve/make", body)).id}`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  if (!designer) return null;
  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <section class="panel part">
        <h2>Make to a target</h2>
        <p class="quiet small">
          On the command line this would be <code>ludus make delve {designer.target}</code>. Fields left empty keep
          their default.
        </p>
        <div class="setup-go">
          <button type="submit" class="button main">
            Make
          </button>
        </div>
        {lately.length > 0 && (
          <>
            <h3>Lately</h3>
            <ul>
              {lately.map((row) => (
                <li key={row.id} class="inline wrap">
                  <a href={`/trees/generate?work=${row.id}`}>a search</a>
                  <span class={`state ${row.state}`}>{row.state}</span>
                  <time class="quiet small" dateTime={row.began}>
                    {ago(row.began)}
                  </time>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <OrderFields choices={designer.makes} order={order} change={setOrder} />
    </form>
  );
}

function Search({ info, setting, work, take }: Props) {
  const { progress, found, shown, lost, reason } = useWork(work);
  const front = shown["front"] as TreeFront | undefined;
  return (
    <>
      {reason && <p class="notice">{reason}</p>}
      {lost && (
        <p class="notice" role="status">
          The connection broke. Trying again by itself.
        </p>
      )}
      {progress && !found && <ProgressPanel progress={progress} />}
      {found && (
        <section class="panel part" aria-label="In short">
          {found.answer.map((line, k) => (
            <p key={k}>{line}</p>
          ))}
        </section>
      )}
      {front && front.members.length > 0 && (
        <Front
          info={info}
          front={front}
          going={progress?.work.state === "working" && !found}
          setting={setting}
          take={take}
        />
      )}
      {found && (
        <details class="panel part">
          <summary>Everything that was found</summary>
          <div class="found-inside">
            <Findings found={found} game="delve" />
          </div>
        </details>
      )}
      <p>
        <a class="button" href="/trees/generate">
          Make others
        </a>
      </p>
    </>
  );
}
