import { describe, expect, it } from "vitest";
import { FrameLimit } from "../src/frames";

describe("drawing once a frame", () => {
  it("draws the first change at once, and all that follow together after the frame", () => {
    let draws = 0;
    let paint = () => {};
    const frames = new FrameLimit(
      () => (draws += 1),
      (action) => (paint = action),
    );
    frames.request();
    expect(draws).toBe(1);
    frames.request();
    frames.request();
    expect(draws).toBe(1);
    paint();
    expect(draws).toBe(2);
    paint();
    expect(draws).toBe(2);
    frames.request();
    expect(draws).toBe(3);
  });

  it("draws nothing after it is closed", () => {
    let draws = 0;
    let paint = () => {};
    const frames = new FrameLimit(
      () => (draws += 1),
      (action) => (paint = action),
    );
    frames.request();
    frames.request();
    frames.close();
    paint();
    expect(draws).toBe(1);
  });
});
