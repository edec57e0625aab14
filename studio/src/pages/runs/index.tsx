/** Runs of studies: started here, listed, and chosen to be compared. */

import { useEffect, useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { Choice, Hello, RunRow, StudyInfo } from "../../protocol";
import { go } from "../../route";
import { get } from "../../api/http";
import { ChoiceField } from "../options";
import { start } from "../start";

const EVERY = 4000; // ms between looks at the list

export function useRuns(): RunRow[] | null {
  const [rows, setRows] = useState<RunRow[] | null>(null);
  useEffect(() => {
    const look = () => document.hidden || get<RunRow[]>("/runs").then(setRows, () => {});
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, []);
  return rows;
}

export function RunsRoom({ hello }: { hello: Hello | null }) {
  const rows = useRuns();
  const [chosen, setChosen] = useState<string[]>([]);
  useEffect(() => {
    document.title = "Runs · Ludus Studio";
  }, []);
  const turn = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen.slice(-1), name]);
  return (
    <main class="room">
      <h1>Runs</h1>
      {!hello?.guest && <NewRunPanel />}
      <section class="recent">
        <div class="inline wrap">
          <h2>Runs here</h2>
          <span class="grow" />
          {rows && rows.length > 1 && (
            <button
              type="button"
              class="button"
              disabled={chosen.length !== 2}
              onClick={() => go(`/compare/${chosen.map(encodeURIComponent).join("/")}`)}
            >
              {chosen.length === 2 ? "Compare these two" : "Choose two to compare"}
            </button>
          )}
        </div>
        {rows?.length === 0 && <p class="quiet">No study has been run in this folder yet.</p>}
        <ul class="table-list">
          {rows?.map((row) => (
            <li key={row.name} class="inline">
              {rows.length > 1 && (
                <input
                  type="checkbox"
                  aria-label={`Compare ${row.name}`}
                  checked={chosen.includes(row.name)}
                  onChange={() => turn(row.name)}
                />
              )}
              <a class="panel table-row grow" href={`/runs/${encodeURIComponent(row.name)}`}>
                <b class="table-game">{row.name}</b>
                <span class={`state ${row.state}`}>{row.state}</span>
                <span class="quiet small number">{games(row)}</span>
                {row.fault && <span class="fault small">{row.fault}</span>}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

export function games(row: RunRow): string {
  const seed = row.seed === null ? "" : `, seed ${row.seed}`;
  return `${row.done.toLocaleString("en")} of ${row.planned.toLocaleString("en")} games${seed}`;
}

function NewRunPanel() {
  const [studies, setStudies] = useState<StudyInfo[]>([]);
  const [name, setName] = useState("");
  const [preset, setPreset] = useState("");
  const [sets, setSets] = useState<Record<string, string>>({});
  const [fault, setFault] = useState("");
  useEffect(() => {
    get<StudyInfo[]>("/studies").then(setStudies, (error: Error) => say(error.message));
  }, []);
  const study = studies.find((each) => each.name === name) ?? studies[0];
  if (!study) return <p class="panel part charted quiet">Looking for studies…</p>;
  const set = (choice: Choice, text: string) => {
    const { [choice.key]: _, ...rest } = sets;
    setSets(text === "" ? rest : { ...rest, [choice.key]: text });
  };
  const chosen = preset || (study.presets[0] ?? "");
  return (
    <form
      class="panel part"
      onSubmit={(event) => {
        event.preventDefault();
        void start("/runs", { study: study.name, preset: chosen || null, sets }, setFault);
      }}
    >
      <h2>Run a study</h2>
      <div class="inline wrap">
        <select
          class="input fit"
          aria-label="Study"
          value={study.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setPreset("");
            setSets({});
          }}
        >
          {studies.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
        {study.presets.length > 0 && (
          <select
            class="input fit"
            aria-label="Size"
            value={chosen}
            onChange={(event) => setPreset(event.currentTarget.value)}
          >
            {study.presets.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        <button type="submit" class="button main">
          Run
        </button>
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <p class="quiet small">{study.summary}</p>
      <details>
        <summary class="small">Set something else</summary>
        <div class="option-fields two">
          {study.keys.map((choice) => (
            <ChoiceField
              key={choice.key}
              choice={choice}
              value={sets[choice.key] ?? ""}
              change={(text) => set(choice, text)}
            />
          ))}
        </div>
      </details>
    </form>
  );
}
