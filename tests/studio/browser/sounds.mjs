// Sounds of the page: node sounds.mjs NAME LINK [FOLDER]. The last line of the output is JSON.

import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { settled, visit } from "./browser.mjs";
import { playByClicks, turnOrEnd } from "./clicks.mjs";
import { openTable } from "./views.mjs";

const STUDIO = new URL("../../../studio/", import.meta.url);
const RATE = 44_100; // samples per second

/** The module with the sounds, as one script. */
async function bundleSounds() {
    const { build } = await import(createRequire(new URL("package.json", STUDIO)).resolve("vite"));
    const [{ output }] = await build({
        configFile: false,
        logLevel: "error",
        root: fileURLToPath(STUDIO),
        build: { write: false, lib: { entry: "src/motion/sounds.ts", formats: ["iife"], name: "pageSounds" } },
    });
    return output[0].code;
}

/** Runs in the page: renders every sound, and the silence after it, to samples. */
async function renderAll(rate) {
    const rendered = {};
    for (const name of pageSounds.SOUND_NAMES) {
        const audio = new OfflineAudioContext(1, 2 * rate, rate);
        pageSounds.scheduleSound(audio, name);
        rendered[name] = [...(await audio.startRendering()).getChannelData(0)];
    }
    return rendered;
}

/** Runs in the page before its own scripts: counts audio contexts and tones. */
function countTones() {
    window.sounds = { contexts: 0, tones: 0 };
    const Original = window.AudioContext;
    window.AudioContext = class extends Original {
        constructor() {
            super();
            window.sounds.contexts += 1;
        }
        createOscillator() {
            window.sounds.tones += 1;
            return super.createOscillator();
        }
    };
}

/** A 16-bit WAV file. */
function wav(samples) {
    const bytes = Buffer.alloc(44 + 2 * samples.length);
    bytes.write("RIFF", 0);
    bytes.writeUInt32LE(36 + 2 * samples.length, 4);
    bytes.write("WAVEfmt ", 8);
    bytes.writeUInt32LE(16, 16);
    bytes.writeUInt16LE(1, 20); // PCM
    bytes.writeUInt16LE(1, 22); // channels
    bytes.writeUInt32LE(RATE, 24);
    bytes.writeUInt32LE(2 * RATE, 28);
    bytes.writeUInt16LE(2, 32);
    bytes.writeUInt16LE(16, 34);
    bytes.write("data", 36);
    bytes.writeUInt32LE(2 * samples.length, 40);
    for (const [k, sample] of samples.entries())
        bytes.writeInt16LE(Math.round(32767 * Math.max(-1, Math.min(1, sample))), 44 + 2 * k);
    return bytes;
}

const scenarios = {
    /** Samples of every sound; with a folder, they are written there as WAV files. */
    render: (link, folder) =>
        visit(link, 1280, async (page) => {
            await page.evaluate(await bundleSounds());
            const sounds = await page.evaluate(renderAll, RATE);
            if (folder)
                for (const [name, samples] of Object.entries(sounds)) await writeFile(`${folder}/${name}.wav`, wav(samples));
            return { rate: RATE, sounds };
        }),

    /** Tones of a battle with the usual settings, then with sounds, then without them again. */
    setting: (link) =>
        visit(link, 1280, async (page, origin) => {
            await page.addInitScript(countTones);
            await openTable(page, origin, "locm", [null, "random"], { setup: "dealt" });
            const play = async () => {
                await turnOrEnd(page, "locm");
                await playByClicks(page, "locm", 8);
                await settled(page);
                return page.evaluate(() => ({ ...window.sounds }));
            };
            const checkbox = page.getByLabel("Sounds", { exact: true });
            await page.getByText("Settings", { exact: true }).click();
            const checked = await checkbox.isChecked();
            const usual = await play();
            await checkbox.check();
            const switchedOn = await page.evaluate(() => ({ ...window.sounds }));
            const on = await play();
            await checkbox.uncheck();
            return { checked, usual, switchedOn, on, off: await play() };
        }),
};

const [name, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](...args)));
