/** Go to the first marked line of the text area inside an element. */
export function goToFirstMark(selector: string): void {
  const button = document.querySelector<HTMLButtonElement>(`${selector} .code-marks button`);
  button?.click();
  button?.closest(".code-area")?.scrollIntoView({ block: "nearest" });
}
