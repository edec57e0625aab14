/** Move the focus to the content, for keyboards and screen readers: after a navigation it would stay on the link. */
export function focusMain(): void {
  const main = document.querySelector("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus({ preventScroll: true });
}
