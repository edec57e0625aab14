/** Runs of studies: started, followed, stopped, resumed; their reports inside the page. */

import { useEffect, useState } from "preact/hooks";
import { say } from "../parts/toast";
import type { Choice, Hello, RunRow, Started, StudyInfo } from "../protocol";
import { get, post } from "../wire/http";
import { start } from "./start";
import { ChoiceField } from "./options";
import { ProgressPanel, useWork } from "./work";

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
  useEffect(() => {
    document.title = "Runs · Ludus Studio";
  }, []);
  return (
    <main class="room">
      <h1>Runs</h1>
      {!hello?.guest && <NewRunPanel />}
      <section class="recent">
        <h2>Runs here</h2>
        {rows?.length === 0 && <p class="quiet">No study has been run in this folder yet.</p>}
        <ul class="table-list">
          {rows?.map((row) => (
            <li key={row.name}>
              <a class="panel table-row" href={`/runs/${encodeURIComponent(row.name)}`}>
                <b class="table-game">{row.name}</b>
                <span class={`state ${row.state}`}>{row.state}</span>
                <span class="quiet small number">
                  {row.done} of {row.planned} parts{row.seed !== null && `, seed ${row.seed}`}
                </span>
                {row.fault && <span class="fault small">{row.fault}</span>}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function NewRunPanel() {
  const [studies, setStudies] = useState<StudyInfo[]>([]);
  const [name, setName] = useState("");
  const [preset, setPreset] = useState("");
  const [sets, setSets] = useState<Record<string, string>>({});
  useEffect(() => {
    get<StudyInfo[]>("/studies").then(setStudies, (error: Error) => say(error.message));
  }, []);
  const study = studies.find((each) => each.name === name) ?? studies[0];
  if (!study) return null;
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
        void start("/runs", { study: study.name, preset: chosen || null, sets });
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

export function RunRoom({ name }: { name: string }) {
  const rows = useRuns();
  const row = rows?.find((each) => each.name === name);
  const { progress } = useWork(row?.work ?? "");
  const report = row?.state === "finished";
  const path = `/api/runs/${encodeURIComponent(name)}`;
  useEffect(() => {
    document.title = `${name} · Ludus Studio`;
  }, [name]);
  const resume = () =>
    post<Started>(`/runs/${encodeURIComponent(name)}/resume`).catch((error: Error) => say(error.message));
  return (
    <main class="room wide">
      <header class="stage-head">
        <h1>{name}</h1>
        {row && <span class={`state ${row.state}`}>{row.state}</span>}
        {row && (
          <span class="quiet small number">
            {row.done} of {row.planned} parts
          </span>
        )}
        <span class="grow" />
        {row?.state === "stopped" && !row.work && (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        )}
        {report && (
          <a class="button" href={`${path}/report`} target="_blank">
            Report alone
          </a>
        )}
      </header>
      {rows && !row && <p class="notice">There is no run of this name in this folder.</p>}
      {row?.fault && <p class="fault">{row.fault}</p>}
      {row?.work && progress && <ProgressPanel progress={progress} />}
      {report ? (
        <iframe class="report" src={`${path}/report`} title={`Report of ${name}`} />
      ) : (
        row && <p class="quiet">There is no report yet.</p>
      )}
    </main>
  );
}
