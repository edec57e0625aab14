/** Where the keyboard's focus is: it goes to the content of a page, and stays there when the content is replaced. */

let focusedMain: Element | null = null;
let usesKeys = false;

/** Move the focus to the content, for keyboards and screen readers: after a navigation it would stay on the link. */
export function focusMain(): void {
  const main = document.querySelector("main");
  if (!main) return;
  main.setAttribute("tabindex", "-1");
  main.focus({ preventScroll: true });
  focusedMain = main;
}

/** While they load, pages show a placeholder; the `main` that replaces it inside `page` takes over its focus. Returns a
function that ends it. */
export function handOverFocus(page: Element): () => void {
  const observer = new MutationObserver(() => {
    const isLost = focusedMain && !focusedMain.isConnected;
    if (isLost && document.activeElement === document.body) focusMain();
  });
  observer.observe(page, { childList: true });
  return () => observer.disconnect();
}

/** Whether the last input came from the keyboard. */
export const isUsingKeyboard = (): boolean => usesKeys;

/** Note from now on whether keys are used: the Enter that opens a game comes before the code of its page. */
export function watchKeyboard(): void {
  addEventListener("keydown", () => (usesKeys = true), true);
  addEventListener("pointerdown", () => (usesKeys = false), true);
}
