/** Page of card files: a list, a form and the text of a file, to play with and to measure. */

import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { CodeArea } from "../../components/code-area";
import { goToFirstMark } from "../../components/first-mark";
import { NothingHere } from "../../components/nothing-here";
import { showToast } from "../../components/toast";
import type {
  CardEntryInfo,
  CardFileText,
  CardGameInfo,
  CardGameRow,
  CardMeasureRequest,
  CheckedCardFile,
  ContentText,
  CreatedSession,
  Hello,
  NewSession,
  StartedCardMeasurement,
  StoredCardFile,
} from "../../protocol";
import { useKeys } from "../../keys";
import { navigate, navigateLater, usePageTitle, useRoute } from "../../route";
import { get, isMissing, isOffline, post } from "../../api/http";
import { saveSeatKey } from "../../api/seat-keys";
import { Emblem } from "../../games/emblem";
import { useCardPicture } from "../../games/loading";
import { CardForm } from "./card-form";
import { CardList } from "./card-list";
import { entryAt, faultyEntries, faultyLines, findEntry } from "./card-text";
import type { CardDocument } from "./document";
import { useCardDocument } from "./document";
import { CardFiles } from "./files";
import type { MeasurementSize } from "./measurement";
import { CardMeasurement, lastMeasurement, moreGames, rememberLast, rememberMeasurement } from "./measurement";
import "./cards.css";

export function CardsPage({ hello, game }: { hello: Hello | null; game: string | undefined }) {
  const [games, setGames] = useState<CardGameRow[]>([]);
  const [error, setError] = useState("");
  usePageTitle("Cards");
  useEffect(() => {
    if (!hello || hello.guest) return;
    get<CardGameRow[]>("/cards").then(setGames, (error: Error) => setError(error.message));
  }, [hello]);
  const chosen = game ?? games[0]?.game;
  const [missing, setMissing] = useState(""); // why the address leads nowhere
  const { query } = useRoute();
  useEffect(() => setMissing(""), [game, query.get("file")]);
  if (missing) return <NothingHere reason={missing} places={["cards", "design"]} />;
  return (
    <main class="content wide cards-page">
      <header class="setup-head">
        {chosen && <Emblem game={chosen} />}
        <div class="grow">
          <h1>Cards</h1>
          <p class="muted">Change a card, play with it, and find out what the change does.</p>
        </div>
        <div class="segments" role="group" aria-label="Game">
          {games.map((row) => (
            <a
              key={row.game}
              class="button"
              role="button"
              aria-pressed={row.game === chosen}
              href={`/cards/${row.game}`}
            >
              {row.title}
            </a>
          ))}
        </div>
      </header>
      {hello?.guest && <p class="notice">You joined by a shared link. Only the owner of the Studio can edit cards.</p>}
      {error && <p class="error">{error}</p>}
      {hello && !hello.guest && chosen && <GameCards key={chosen} game={chosen} onMissing={setMissing} />}
    </main>
  );
}

interface GameCardsProps {
  game: string;
  /** There is nothing at the address of the page: no such game, or no such file. */
  onMissing: (why: string) => void;
}

function GameCards({ game, onMissing }: GameCardsProps) {
  const [info, setInfo] = useState<CardGameInfo | null>(null);
  const [base, setBase] = useState<CheckedCardFile | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    const load = async () => {
      const response = await get<CardGameInfo>(`/cards/${encodeURIComponent(game)}`);
      const request: CardFileText = { game: response.game, name: response.file, text: response.text };
      setBase(await post<CheckedCardFile>("/cards/check", request));
      setInfo(response);
    };
    load().catch((error: Error) => (isOffline(error) ? setError : onMissing)(error.message));
  }, [game]);
  if (error) return <p class="error">{error}</p>;
  return info && base ? (
    <Editor info={info} base={base} onMissing={onMissing} />
  ) : (
    <p class="muted">Loading the cards…</p>
  );
}

const VIEWS = ["Form", "Text"] as const;

interface EditorProps {
  info: CardGameInfo;
  base: CheckedCardFile;
  onMissing: (why: string) => void;
}

function Editor({ info, base, onMissing }: EditorProps) {
  const doc = useCardDocument(info);
  const { query } = useRoute();
  const [view, setView] = useState<(typeof VIEWS)[number]>("Form");
  const [busy, setBusy] = useState("");
  const [precise, setPrecise] = useState(false);
  const side = useRef<HTMLElement>(null);
  useRequestedFile(query.get("file"), doc, onMissing);
  useKeys([
    {
      keys: ["z"],
      label: "Undo; with Shift redo",
      control: true,
      run: (event) => (event.shiftKey ? doc.redo() : doc.undo()),
    },
    { keys: ["y"], label: "Redo", control: true, run: doc.redo },
  ]);
  const entries = doc.checked?.entries ?? [];
  const problem = doc.checked?.problem ?? null;
  const faulty = faultyEntries(entries, problem);
  const only = faulty.length === 1 ? faulty[0] : null;
  const selected = findEntry(entries, doc.selected) ?? entries[0] ?? null;
  const kind = info.kinds.find((each) => each.name === selected?.kind);
  const originals = useMemo(
    () => new Map(base.entries.map((entry) => [`${entry.kind} ${entry.key}`, entry.values])),
    [base],
  );
  const changes = entries.filter((entry) => entry.state !== "same").length;
  const ready = doc.current && problem === null;
  const isOwnFile = doc.text === info.text && doc.file === info.file;
  const work = query.get("work") ?? lastMeasurement(info.game);

  const run = async (what: string, action: (file: CardFileText) => Promise<void>) => {
    setBusy(what);
    try {
      await action({ game: info.game, name: doc.file, text: doc.text });
    } catch (error) {
      showToast((error as Error).message);
    }
    setBusy("");
  };
  const play = () =>
    run("play", async (file) => {
      const goTo = navigateLater();
      const stored = await post<StoredCardFile>("/cards/keep", file);
      const seats = [{ bot: null }, { bot: info.opponent }];
      const newSession: NewSession = { game: info.game, seats, options: stored.options };
      const session = await post<CreatedSession>("/tables", newSession);
      if (session.keys[0]) saveSeatKey(session.id, session.keys[0]);
      goTo(`/tables/${session.id}`);
    });
  const quick: MeasurementSize = { games: info.quick_games, seed: 1 };
  const measure = (size: MeasurementSize, band = false) =>
    run("measure", async (file) => {
      const goTo = navigateLater();
      const request: CardMeasureRequest = { ...file, ...size, band };
      const started = await post<StartedCardMeasurement>("/cards/measure", request);
      rememberMeasurement(started, size, band);
      rememberLast(info.game, started.id);
      goTo(`/cards/${info.game}?work=${started.id}`, true);
    });
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const closeMeasurement = () => {
    rememberLast(info.game, "");
    navigate(`/cards/${info.game}`, true);
    redraw(null);
  };
  const showProblem = (line: number | null) => {
    const wrong = line === null ? null : entryAt(entries, line);
    if (!wrong) {
      setView("Text");
      requestAnimationFrame(() => goToFirstMark(".cards-side"));
      return;
    }
    setView("Form");
    doc.select({ kind: wrong.kind, key: wrong.key, line: wrong.line });
    requestAnimationFrame(() => {
      const place = side.current?.querySelector<HTMLElement>(".card-field.wrong") ?? side.current;
      place?.scrollIntoView({ block: "nearest" });
      place?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    });
  };
  return (
    <>
      <section class="panel padded cards-tools" aria-label="Files and undo">
        <CardFiles info={info} doc={doc} />
        <div class="inline wrap">
          <button type="button" class="button" disabled={!doc.canUndo} onClick={doc.undo}>
            Undo
          </button>
          <button type="button" class="button" disabled={!doc.canRedo} onClick={doc.redo}>
            Redo
          </button>
          {!isOwnFile && <span class="muted small">This draft stays in this browser until you open another file.</span>}
          <span class="grow" />
          {ready && changes === 0 && <span class="muted small">Change a card to measure it.</span>}
          <label class="check">
            <input type="checkbox" checked={precise} onChange={(event) => setPrecise(event.currentTarget.checked)} />
            more games, narrower intervals
          </label>
          <button
            type="button"
            class="button"
            disabled={!ready || busy !== "" || changes === 0}
            title={changes === 0 ? "" : "bots play with the changed and with the original cards"}
            onClick={() => void measure(precise ? moreGames(quick) : quick)}
          >
            {busy === "measure" ? "Starting…" : "Measure"}
          </button>
          <button type="button" class="button main" disabled={!ready || busy !== ""} onClick={() => void play()}>
            {busy === "play" ? "Starting…" : "Play with these cards"}
          </button>
        </div>
        {problem && (
          <p class="error problem-bar" role="alert">
            {problem.line === null && (
              <button type="button" class="button plain" onClick={() => showProblem(null)}>
                Show it
              </button>
            )}
            {faultyLines(problem).map((line) => (
              <button key={line} type="button" class="button plain" onClick={() => showProblem(line)}>
                Line {line}
              </button>
            ))}{" "}
            {only && !problem.message.startsWith(only.title) && <b>{only.title}: </b>}
            {problem.message}
          </p>
        )}
      </section>
      {work && (
        <CardMeasurement
          key={work}
          id={work}
          game={info.game}
          close={closeMeasurement}
          measure={ready && busy === "" && changes > 0 ? (size, band) => void measure(size, band) : null}
          hasBand={info.has_band}
        />
      )}
      <div class="cards-layout">
        <CardList
          info={info}
          entries={entries}
          removed={doc.checked?.removed ?? []}
          faulty={faulty}
          selected={selected}
          select={(name) => {
            doc.select(name);
            setView("Form");
            requestAnimationFrame(() => revealOnPhone(side.current));
          }}
          add={(name) => {
            setView("Form");
            void doc.edit({ action: "add", kind: name });
          }}
        />
        <section class="panel padded cards-side" aria-label="Card" ref={side}>
          <div class="segments" role="group" aria-label="What to show">
            {VIEWS.map((name) => (
              <button
                key={name}
                type="button"
                class="button"
                aria-pressed={view === name}
                onClick={() => setView(name)}
              >
                {name}
              </button>
            ))}
          </div>
          {view === "Form" && selected && kind && (
            <div class="card-side-by-side">
              <CardForm
                key={`${selected.kind} ${selected.line ?? selected.key}`}
                kind={kind}
                entry={selected}
                original={originals.get(`${selected.kind} ${selected.key}`) ?? null}
                vocabulary={info.vocabulary}
                problem={faulty.includes(selected) ? problem : null}
                disabled={!doc.current && doc.checked !== null}
                edit={doc.edit}
              />
              <Picture
                game={info.game}
                entry={selected}
                facts={doc.checked?.facts ?? null}
                faulty={faulty.includes(selected)}
              />
            </div>
          )}
          {view === "Text" && (
            <CodeArea
              label="The card file"
              value={doc.text}
              marks={
                problem && doc.current
                  ? (problem.line === null ? [null] : faultyLines(problem)).map((line) => ({
                      line,
                      message: problem.message,
                      kind: "error" as const,
                    }))
                  : []
              }
              rows={24}
              change={doc.write}
            />
          )}
        </section>
      </div>
    </>
  );
}

interface PictureProps {
  game: string;
  entry: CardEntryInfo;
  facts: CheckedCardFile["facts"];
  faulty: boolean;
}

/** The card as the board draws it. While the file has an error, as it was before. */
function Picture({ game, entry, facts, faulty }: PictureProps) {
  const picture = useCardPicture(game);
  const last = useRef(facts);
  if (facts) last.current = facts;
  const drawn = picture && last.current && picture({ facts: last.current, kind: entry.kind, entry: entry.key });
  return (
    <figure class="card-picture" data-stale={!facts || undefined}>
      {drawn}
      <figcaption class="muted small">
        {drawn
          ? facts
            ? "As on the board"
            : "As on the board, before the error"
          : faulty
            ? "No picture until the error is corrected"
            : "No picture until the error in the file is corrected. This card has none."}
      </figcaption>
    </figure>
  );
}

/** On a phone the form is below the list: show it. */
function revealOnPhone(side: HTMLElement | null): void {
  if (side && matchMedia("(max-width: 800px)").matches) side.scrollIntoView({ block: "start" });
}

/** Open the file that the address names, once. */
function useRequestedFile(name: string | null, doc: CardDocument, onMissing: (why: string) => void): void {
  useEffect(() => {
    if (!name) return;
    let current = true; // until the page is left
    get<ContentText>(`/content/${encodeURIComponent(name.replace(/^@/, ""))}`).then(
      (content) => {
        if (!current) return;
        doc.open(content.name, content.text);
        navigate(location.pathname, true);
      },
      (error: Error) => current && (isMissing(error) ? onMissing : showToast)(error.message),
    );
    return () => {
      current = false;
    };
  }, [name]);
}
