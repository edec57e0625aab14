/** Notices about what went wrong: an outdated list, a page that could not be drawn. */

import { Component, type ComponentChildren } from "preact";
import { asSentence } from "../format";

/** Says that the data on the page may be old, and why. */
export function PollError({ error }: { error: string }) {
  return error ? (
    <p class="notice" role="status">
      This may be out of date: {error}
    </p>
  ) : null;
}

interface JobNoticesProps {
  job: { lost: boolean; missing: boolean; reason: string };
  /** Where one can go on if there is no such job: address and name. */
  back: readonly [string, string];
}

/** What is wrong with the connection to a job inside a page. */
export function JobNotices({ job: { lost, missing, reason }, back: [address, name] }: JobNoticesProps) {
  return (
    <>
      {reason && (
        <p class="notice" role="status">
          {asSentence(reason)} {missing && <a href={address}>{name}</a>}
        </p>
      )}
      {lost && (
        <p class="notice" role="status">
          Connection lost. Reconnecting.
        </p>
      )}
    </>
  );
}

interface ErrorBoundaryProps {
  /** What is inside, such as "page" or "board". */
  what: string;
  /** Where it is; a change of place tries again. */
  place: string;
  children: ComponentChildren;
}

/** Shows a message instead of its content if drawing it fails. The rest of the page goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: string | null }> {
  override state: { failed: string | null } = { failed: null };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: error instanceof Error ? error.message : String(error) });
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.failed !== null && previous.place !== this.props.place) this.setState({ failed: null });
  }

  override render() {
    const { what, children } = this.props;
    if (this.state.failed === null) return children;
    return (
      <div class="notice failed-part" role="alert">
        <p>
          This {what} could not be drawn: {this.state.failed}
        </p>
        <button type="button" class="button" onClick={() => this.setState({ failed: null })}>
          Try again
        </button>
      </div>
    );
  }
}
