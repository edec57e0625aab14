import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const SMALLEST = 1000; // bytes; compressing a smaller file gains nothing

/** Writes every larger text file of the page a second time, compressed, as NAME.gz. The server sends that one. */
function compressed(): Plugin {
  return {
    name: "compressed",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          const content = file.type === "chunk" ? file.code : file.source;
          if (content.length < SMALLEST || !/\.(js|css|html|svg|json)$/.test(file.fileName)) continue;
          this.emitFile({
            type: "asset",
            fileName: `${file.fileName}.gz`,
            source: gzipSync(content, { level: 9 }),
          });
        }
      },
    },
  };
}

/** Puts the styles of the page before its scripts: the first paint needs them, and no script. */
function stylesFirst(): Plugin {
  return {
    name: "styles-first",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        const rest = styles.reduce((text, style) => text.replace(style, ""), html);
        return rest.replace(/ *<script type="module"/, (script) => styles.join("") + script);
      },
    },
  };
}

// The server serves the files in src/ludus/studio/page. They load nothing from other hosts.
export default defineConfig({
  base: "/",
  plugins: [stylesFirst(), compressed()],
  build: {
    outDir: "../src/ludus/studio/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
