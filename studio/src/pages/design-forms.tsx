/** Forms that start a designer: inspect content, or make content to a target. */

import { useState } from "preact/hooks";
import { showToast } from "../components/toast";
import type { DesignerInfo, InspectRequest, MakeRequest } from "../protocol";
import { ContentFiles } from "../components/content-files";
import { type DesignRequest, numberFields, RequestFields } from "../components/request-fields";
import { startJob } from "../api/jobs";

interface InspectProps {
  info: DesignerInfo;
  initialContent: string;
  /** Whether this visitor has content files: the owner of the Studio. */
  hasFiles: boolean;
}

export function InspectForm({ info, initialContent, hasFiles }: InspectProps) {
  const [content, setContent] = useState(initialContent || contentOfExample(info.example));
  const [request, setRequest] = useState<DesignRequest>({ asks: {}, games: "", seed: "" });
  const start = () => {
    const text = content.trim();
    if (!text) return showToast("Enter what to inspect.");
    const body: InspectRequest = {
      content: text.split(/\s*\n\s*|\s+(?=@)/).filter(Boolean),
      ...numberFields(request),
      asks: request.asks,
    };
    return startJob(`/design/${info.game}/inspect`, body);
  };
  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <section class="panel padded">
        <h2>Content to inspect</h2>
        <p class="muted small">{withCode(info.content)}. Your files are named @NAME. One item per line.</p>
        <textarea
          class="input"
          rows={4}
          value={content}
          aria-label="Content"
          onInput={(event) => setContent(event.currentTarget.value)}
        />
        {info.game === "dominion" && (
          <p class="small">
            Pick ten cards by clicks on the page of <a href="/kingdoms">kingdoms</a>.
          </p>
        )}
        <div class="setup-actions">
          <button type="submit" class="button main">
            Inspect
          </button>
        </div>
        {hasFiles && <ContentFiles onSelect={(name) => setContent(`@${name}`)} />}
      </section>
      <RequestFields options={info.inspects} request={request} change={setRequest} />
    </form>
  );
}

export function MakeForm({ info }: { info: DesignerInfo }) {
  const [request, setRequest] = useState<DesignRequest>({ asks: {}, games: "", seed: "" });
  const body: MakeRequest = { ...numberFields(request), asks: request.asks };
  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void startJob(`/design/${info.game}/make`, body);
      }}
    >
      <section class="panel padded">
        <h2>Make to a target</h2>
        <p class="muted small">
          The same on the command line:{" "}
          <code>
            ludus make {info.game} {info.target}
          </code>
          . Empty fields keep their defaults.
        </p>
        <div class="setup-actions">
          <button type="submit" class="button main">
            Make
          </button>
        </div>
      </section>
      <RequestFields options={info.makes} request={request} change={setRequest} />
    </form>
  );
}

/** Text with `names` in backticks as code. */
function withCode(text: string) {
  return text.split("`").map((part, k) => (k % 2 ? <code key={k}>{part}</code> : part));
}

/** The content in an example command: everything before its first option. */
function contentOfExample(text: string): string {
  return text.split(" --")[0]?.trim() ?? "";
}
