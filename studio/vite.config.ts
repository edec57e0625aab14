import { defineConfig } from "vite";

// The server serves the files in src/ludus/studio/page. They load nothing from other hosts.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/ludus/studio/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
