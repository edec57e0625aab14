/** Page of skill trees: editor, and search for trees. */

import { useEffect, useState } from "preact/hooks";
import type { CheckedTree, Hello, TreeSetting, TreesInfo } from "../../protocol";
import { navigate, usePageTitle, useRoute } from "../../route";
import { get, isOffline, post } from "../../api/http";
import { NothingHere } from "../../components/nothing-here";
import { Emblem } from "../../games/emblem";
import type { Tree } from "./tree";
import { fromDraft } from "./tree";
import { Editor } from "./editor";
import { Generate } from "./generate";
import { useTreeDocument } from "./undo-history";

const DEFAULT_TREE = "delver"; // tree of the first visit

export function TreesPage({ hello }: { hello: Hello | null }) {
  const { parts, query } = useRoute();
  const generating = parts[1] === "generate" || query.has("make");
  const [info, setInfo] = useState<TreesInfo | null>(null);
  const [setting, setSetting] = useState<TreeSetting | null>(null);
  const [error, setError] = useState("");
  const [missing, setMissing] = useState(""); // why the address leads to no tree
  const doc = useTreeDocument();
  const isOwner = hello?.guest === false;
  usePageTitle("Skill trees");
  useEffect(() => {
    if (!isOwner) return; // guests edit no trees
    get<TreesInfo>("/trees").then(
      (response) => {
        setInfo(response);
        setSetting(response.setting);
      },
      (error: Error) => setError(error.message),
    );
  }, [isOwner]);
  const requestedTree = query.get("tree");
  useEffect(() => {
    setMissing("");
    if (!info || (!requestedTree && doc.file)) return; // continue with the tree of this tab
    const name = requestedTree ?? DEFAULT_TREE;
    let current = true;
    post<CheckedTree>("/trees/open", { name }).then(
      (checked) => {
        if (!current) return; // another tree was asked for, or the page was left
        const file = name.startsWith("@") ? name.slice(1) : `${name}.toml`;
        if (checked.draft) doc.open(fromDraft(checked.draft), file, checked.text);
        else setError(checked.fault?.message ?? "");
        if (requestedTree) navigate("/trees", true);
      },
      (error: Error) => current && (requestedTree && !isOffline(error) ? setMissing : setError)(error.message),
    );
    return () => {
      current = false;
    };
  }, [info, requestedTree]);
  const openInEditor = (tree: Tree) => {
    doc.open(tree, "taken.toml");
    navigate("/trees");
    scrollTo(0, 0);
  };
  if (missing) return <NothingHere reason={missing} places={["trees", "design"]} />;
  return (
    <main class="content wide trees">
      <header class="setup-head">
        <Emblem game="delve" />
        <div class="grow">
          <h1>Skill trees</h1>
          <p class="muted">
            {generating
              ? "Search for skill trees of Delve that meet your targets."
              : "Edit a skill tree of Delve. After every edit the page measures whether encounters stay in the flow zone."}
          </p>
        </div>
        <div class="segments" role="group" aria-label="What to do">
          <a class="button" role="button" aria-pressed={!generating} href="/trees">
            Edit
          </a>
          <a class="button" role="button" aria-pressed={generating} href="/trees/generate">
            Generate
          </a>
        </div>
      </header>
      {hello?.guest && <p class="notice">You joined by a shared link. Only the owner of the Studio can edit trees.</p>}
      {error && <p class="error">{error}</p>}
      {info && setting && !generating && doc.file && (
        <Editor info={info} doc={doc} setting={setting} changeSetting={setSetting} />
      )}
      {info && setting && generating && (
        <Generate info={info} setting={setting} jobId={query.get("work") ?? ""} openInEditor={openInEditor} />
      )}
    </main>
  );
}
