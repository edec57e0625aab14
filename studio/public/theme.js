// Light or dark, before anything is painted: this file is small and comes before the page's own.
(() => {
  const kept = localStorage.getItem("ludus-theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = kept ?? (dark ? "dark" : "light");
})();
