/** List of runs, a form that starts one, and the selection of two to compare. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { Hello, OptionInfo, RunRow, StudyInfo } from "../../protocol";
import { navigate, usePageTitle } from "../../route";
import { get } from "../../api/http";
import { usePolling } from "../../api/polling";
import { PollError } from "../../components/notices";
import { OptionField } from "../../components/option-fields";
import { startJob } from "../../api/jobs";
import { tooltip } from "../../components/tooltip";
import { explainRun, runCount, studyTitle } from "../../titles";

const POLL_MS = 4000; // between requests of the list

export const useRuns = () => usePolling<RunRow[]>("/runs", POLL_MS);

export function RunListPage({ hello }: { hello: Hello | null }) {
  const { data: rows, error } = useRuns();
  const [selected, setSelected] = useState<string[]>([]);
  usePageTitle("Runs");
  const toggle = (name: string) =>
    setSelected(selected.includes(name) ? selected.filter((other) => other !== name) : [...selected.slice(-1), name]);
  return (
    <main class="content">
      <h1>Runs</h1>
      {!hello?.guest && <NewRunForm />}
      <section class="recent">
        <div class="inline wrap">
          <h2>All runs</h2>
          <span class="grow" />
          {rows && rows.length > 1 && (
            <button
              type="button"
              class="button"
              disabled={selected.length !== 2}
              onClick={() => navigate(`/compare/${selected.map(encodeURIComponent).join("/")}`)}
            >
              {selected.length === 2 ? "Compare these two" : "Choose two to compare"}
            </button>
          )}
        </div>
        <PollError error={error} />
        {rows?.length === 0 && <p class="muted">No study has been run in this folder yet.</p>}
        <ul class="row-list">
          {rows?.map((row) => (
            <li key={row.name} class="inline">
              {rows.length > 1 && (
                <input
                  type="checkbox"
                  aria-label={`Compare ${row.title || row.name}, ${row.name}`}
                  checked={selected.includes(row.name)}
                  onChange={() => toggle(row.name)}
                />
              )}
              <a
                class="panel list-row grow"
                href={`/runs/${encodeURIComponent(row.name)}`}
                aria-description={explainRun(row)}
                {...tooltip(<p class="explanation">{explainRun(row)}</p>)}
              >
                <b class="row-title">{row.title || row.name}</b>
                <span class={`state ${row.state}`}>{row.state}</span>
                <span class="muted small number">{runCount(row)}</span>
                {row.fault && <span class="error small">{row.fault}</span>}
                <span class="grow" />
                <span class="muted small">{row.name}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function NewRunForm() {
  const [studies, setStudies] = useState<StudyInfo[]>([]);
  const [name, setName] = useState("");
  const [preset, setPreset] = useState("");
  const [settings, setSettings] = useState<Record<string, string>>({});
  const [error, setError] = useState("");
  useEffect(() => {
    get<StudyInfo[]>("/studies").then(setStudies, (error: Error) => showToast(error.message));
  }, []);
  const study = studies.find((study) => study.name === name) ?? studies[0];
  if (!study) return <p class="panel padded chart-panel muted">Loading studies…</p>;
  const set = (option: OptionInfo, text: string) => {
    const { [option.key]: _, ...rest } = settings;
    setSettings(text === "" ? rest : { ...rest, [option.key]: text });
  };
  const selectedPreset = preset || (study.presets[0] ?? "");
  return (
    <form
      class="panel padded"
      onSubmit={(event) => {
        event.preventDefault();
        void startJob("/runs", { study: study.name, preset: selectedPreset || null, sets: settings }, setError);
      }}
    >
      <h2>Run a study</h2>
      <div class="inline wrap">
        <select
          class="input study-choice"
          aria-label="Study"
          value={study.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setPreset("");
            setSettings({});
          }}
        >
          {studies.map((study) => (
            <option key={study.name} value={study.name}>
              {studyTitle(study.summary)}
            </option>
          ))}
        </select>
        {study.presets.length > 0 && (
          <select
            class="input fit"
            aria-label="Preset"
            value={selectedPreset}
            onChange={(event) => setPreset(event.currentTarget.value)}
          >
            {study.presets.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
        <button type="submit" class="button main">
          Run
        </button>
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <p class="muted small">
        {study.name}: {study.summary}
      </p>
      <details>
        <summary class="small">Other settings</summary>
        <div class="option-fields two">
          {study.keys.map((option) => (
            <OptionField
              key={option.key}
              option={option}
              value={settings[option.key] ?? ""}
              change={(text) => set(option, text)}
            />
          ))}
        </div>
      </details>
    </form>
  );
}
