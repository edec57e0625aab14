/** Colours of a level, read from the CSS of the current theme. */

const NAMES = [
  "sky",
  "haze",
  "stone",
  "seam",
  "turf",
  "shade",
  "zone",
  "steel",
  "danger",
  "body",
  "roof",
  "eye",
  "exit",
  "exit-light",
  "flag",
  "safe",
  "gold",
  "gem",
  "cloud",
  "leaf",
  "shard",
  "node",
  "hang",
  "move",
  "fall",
  "way",
  "way-edge",
  "poor",
  "average",
  "good",
  "plate",
  "plate-ink",
] as const;

export type Colours = Record<(typeof NAMES)[number], string> & { routes: string[]; heat: string[] };

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--level-${name}`).trim() || "#888";
  const named = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Record<(typeof NAMES)[number], string>;
  return {
    ...named,
    routes: [0, 1, 2, 3, 4, 5].map((k) => read(`route${k}`)),
    heat: [0, 1, 2, 3, 4].map((k) => read(`heat${k}`)),
  };
}

/** Colour of a group of players; the agent has the colour of the body. */
export function groupColour(colours: Colours, group: string): string {
  return group === "poor" || group === "average" || group === "good" ? colours[group] : colours.roof;
}
