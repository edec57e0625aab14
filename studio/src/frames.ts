/** Drawing at most once a frame: the first change at once, those that follow together after the frame is painted. */

export class FrameLimit {
  private waiting = false; // for the frame of the last draw
  private requested = false; // meanwhile
  private closed = false;

  constructor(
    private readonly draw: () => void,
    private readonly afterPaint: (action: () => void) => void = runAfterPaint,
  ) {}

  /** Draw now, or after the frame that is not painted yet. */
  request(): void {
    if (this.closed) return;
    if (this.waiting) {
      this.requested = true;
      return;
    }
    this.waiting = true;
    this.draw();
    this.afterPaint(() => {
      this.waiting = false;
      if (!this.requested) return;
      this.requested = false;
      this.request();
    });
  }

  close(): void {
    this.closed = true;
  }
}

const LONGEST_FRAME = 100; // ms; a hidden tab paints none

function runAfterPaint(action: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    action();
  };
  const timer = setTimeout(once, LONGEST_FRAME);
  requestAnimationFrame(() => setTimeout(once));
}
