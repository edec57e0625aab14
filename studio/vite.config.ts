import { defineConfig } from "vite";

// The server hands out what lies in src/ludus/studio/page; nothing in it may ask another host for anything.
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
