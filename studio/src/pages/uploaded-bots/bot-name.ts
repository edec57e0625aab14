/** Names of uploaded bots, as the server accepts them. */

const LONGEST = 40; // characters
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** What is wrong with a name, as a sentence; empty: nothing, or there is no name yet. */
export function nameFault(name: string): string {
  if (name && !NAME.test(name)) return "A name begins with a letter; then come letters, digits, - and _.";
  return name.length > LONGEST ? `A name has at most ${LONGEST} characters; this one has ${name.length}.` : "";
}
