/** Settings of motion and sound, stored in the browser. */

import { useEffect, useState } from "preact/hooks";

/** Time for which a move of another player is shown alone, in ms. */
export const SPEEDS = { off: 0, fast: 400, normal: 900, slow: 1800 } as const;
export type Speed = keyof typeof SPEEDS;

export interface MotionSettings {
  speed: Speed;
  sound: boolean;
}

const KEY = "ludus-motion";
const DEFAULTS: MotionSettings = { speed: "normal", sound: false };
const listeners = new Set<() => void>();
let current: MotionSettings | null = null;

/** The settings of this browser. */
export function motionSettings(): MotionSettings {
  current ??= parseSettings(readStored());
  return current;
}

export function changeMotionSettings(change: Partial<MotionSettings>): void {
  current = { ...motionSettings(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // without storage the settings last until the page is closed
  }
  for (const listener of listeners) listener();
}

/** The settings in a component, which is drawn again when they change. */
export function useMotionSettings(): MotionSettings {
  const [settings, setSettings] = useState(motionSettings);
  useEffect(() => {
    const update = () => setSettings(motionSettings());
    listeners.add(update);
    return () => {
      listeners.delete(update);
    };
  }, []);
  return settings;
}

/** Settings from their stored text; whatever is missing or unknown has its default. */
export function parseSettings(text: string | null): MotionSettings {
  let stored: Partial<Record<keyof MotionSettings, unknown>> | null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    stored = null;
  }
  const speed = Object.keys(SPEEDS).find((name) => name === stored?.speed) as Speed | undefined;
  return { speed: speed ?? DEFAULTS.speed, sound: stored?.sound === true };
}

let reducedMotion: MediaQueryList | null = null; // made once: the browser keeps it up to date

/** Whether the system asks for less motion. */
export function prefersReducedMotion(): boolean {
  reducedMotion ??= matchMedia("(prefers-reduced-motion: reduce)");
  return reducedMotion.matches;
}

/** Whether moves are animated. */
export function isAnimated(): boolean {
  return motionSettings().speed !== "off" && !prefersReducedMotion() && !document.hidden;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // the browser refuses storage
  }
}
