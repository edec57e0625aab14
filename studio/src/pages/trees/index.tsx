/** The room of skill trees: edited by hand, and made by a search. */

import { useEffect, useState } from "preact/hooks";
import type { Hello, TreeChecked, TreeSetting, TreesInfo } from "../../protocol";
import { go, usePlace } from "../../route";
import { get, post } from "../../api/http";
import { Emblem } from "../emblem";
import type { Tree } from "./draft";
import { fromDraft } from "./draft";
import { Editor } from "./editor";
import { Generate } from "./generate";
import { useDocument } from "./history";
import "./trees.css";

const FIRST = "delver"; // the tree to begin with

export function TreesRoom({ hello }: { hello: Hello | null }) {
  const { parts, query } = usePlace();
  const making = parts[1] === "generate" || query.has("make");
  const [info, setInfo] = useState<TreesInfo | null>(null);
  const [setting, setSetting] = useState<TreeSetting | null>(null);
  const [fault, setFault] = useState("");
  const document_ = useDocument();
  useEffect(() => {
    document.title = "Skill trees · Ludus Studio";
    get<TreesInfo>("/trees").then(
      (found) => {
        setInfo(found);
        setSetting(found.setting);
      },
      (error: Error) => setFault(error.message),
    );
  }, []);
  const asked = query.get("tree");
  useEffect(() => {
    if (!info || (!asked && document_.file)) return; // what was edited in this tab goes on
    const name = asked ?? FIRST;
    post<TreeChecked>("/trees/open", { name }).then(
      (checked) => {
        const file = name.startsWith("@") ? name.slice(1) : `${name}.toml`;
        if (checked.draft) document_.open(fromDraft(checked.draft), file, checked.text);
        else setFault(checked.fault?.message ?? "");
        if (asked) go("/trees", true);
      },
      (error: Error) => setFault(error.message),
    );
  }, [info, asked]);
  const take = (tree: Tree) => {
    document_.open(tree, "taken.toml");
    go("/trees");
    scrollTo(0, 0);
  };
  return (
    <main class="room wide trees">
      <header class="setup-head">
        <Emblem game="delve" />
        <div class="grow">
          <h1>Skill trees</h1>
          <p class="quiet">Draw a tree of Delve, and see with every edit whether fights stay in the flow zone.</p>
        </div>
        <div class="segments" role="group" aria-label="What to do">
          <a class="button" role="button" aria-pressed={!making} href="/trees">
            Edit
          </a>
          <a class="button" role="button" aria-pressed={making} href="/trees/generate">
            Generate
          </a>
        </div>
      </header>
      {hello?.guest && <p class="notice">You joined by a shared link: trees are edited by who started the studio.</p>}
      {fault && !hello?.guest && <p class="fault">{fault}</p>}
      {info && setting && !making && document_.file && (
        <Editor info={info} document={document_} setting={setting} changeSetting={setSetting} />
      )}
      {info && setting && making && (
        <Generate info={info} setting={setting} work={query.get("work") ?? ""} take={take} />
      )}
    </main>
  );
}
