// Whole games by the accessibility tree alone: node access.mjs NAME LINK [ARGUMENTS]. What to do is decided by roles,
// names, states and live regions; it is done by putting the focus on a node and pressing a key.

import { rendered, visit } from "./browser.mjs";
import { Listener, namelessControls, openTree } from "./ax_tree.mjs";
import { setUp } from "./clicks.mjs";

const WIDE = 1280;
const TIMEOUT = 60_000; // ms
const MOST_MOVES = 1500;
const OVER = /^The game is over\. /;

/** What to do, by the beginning of names, in order of preference. */
const WANTED = {
    locm: [/^Pick /, /^Attack .*: \d+ health/, /^Attack (?!with )/, /^Use .* on /, /^Summon here/, /^Attack with /, /^Summon /, /^Use /],
    dominion: [/^Play /, /^Continue to buy/, /^Buy Province /, /^Buy Gold /, /^Buy Silver /],
    tribute: [/^Draft /, /^Play /, /^Activate /, /^Attack /, /^Buy /],
    delve: [/^Hit enemy /, /^Pick /, /^Play /, /^Save the points/],
};
const END = /^End turn/;

/** The control to use now: an option of an open question, a wanted one, or the end of the turn; undefined if none can be used. */
function choose(tree, game) {
    const usable = tree.enabled.filter(({ role, pressed }) => role === "button" && !pressed);
    const options = usable.filter((node) => node.name !== "Hide" && tree.isInside(node, "dialog"));
    if (options.length) return options[0];
    return [...WANTED[game], END].map((name) => usable.find((node) => name.test(node.name))).find(Boolean);
}

/** What a screen reader has of the state of the game: the controls that can be used, and which are pressed. */
const stateOf = (tree) => tree.controls.map(({ id, name, disabled, pressed }) => [id, name, disabled, pressed].join()).join("\n");

/** Read the tree until a condition holds. */
async function readUntil(read, condition, what) {
    for (const deadline = Date.now() + TIMEOUT; ; ) {
        const tree = await read();
        if (condition(tree)) return tree;
        if (Date.now() > deadline) {
            const enabled = tree.enabled.map(({ name }) => name).slice(0, 60);
            throw new Error(`${what}; the tree has ${JSON.stringify(enabled)}`);
        }
    }
}

const scenarios = {
    /** Play a game to its end; returns what was announced, the list of moves, and controls without a name. */
    play: (link, game, bot) =>
        visit(link, WIDE, async (page, origin) => {
            await setUp(page, origin, game, { bot });
            const { read, press } = await openTree(page);
            const listener = new Listener("News of the game");
            const nameless = new Set();
            const pressed = [];
            let refused = 0;
            for (;;) {
                const isReady = (tree) => {
                    listener.hear(tree);
                    return listener.all.some((text) => OVER.test(text)) || choose(tree, game);
                };
                const tree = await readUntil(read, isReady, `${game}: nothing can be played, and nothing says that it is over`);
                for (const control of namelessControls(tree)) nameless.add(control);
                if (listener.all.some((text) => OVER.test(text))) break;
                const control = choose(tree, game);
                const before = stateOf(tree);
                // The page may change between reading and pressing; then a person looks again, too.
                if (!(await press(control))) {
                    refused += 1;
                    if (refused > 10) throw new Error(`${game}: ${control.name} cannot be focused`);
                    continue;
                }
                refused = 0;
                pressed.push(control.name);
                if (pressed.length > MOST_MOVES) throw new Error(`${game} does not end; the last: ${pressed.slice(-20)}`);
                const isChanged = (after) => listener.hear(after).length > 0 || stateOf(after) !== before;
                await readUntil(read, isChanged, `${game}: ${control.name} changed nothing`);
            }
            const moves = (await read()).controlsIn("list", /^List of moves$/).map(({ name }) => name);
            return { announced: listener.all, moves, pressed, nameless: [...nameless] };
        }),

    /** Run and jump through a short level tick by tick, as the announcements say; first run into its trap. */
    level: (link) =>
        visit(link, WIDE, async (page, origin) => {
            await page.goto(`${origin}/levels`);
            const edge = "#".repeat(14);
            const cells = `${edge}\n${`#${"o".repeat(12)}#\n`.repeat(3)}#ooooodoooooo#\n${edge}`;
            const text = `level Short\n\ncells\n${cells}\n\nstart 1 1\nexit 12 1\nspikes 6 1 up\n`;
            await page.getByLabel("or its text").fill(text);
            await page.getByRole("button", { name: "Open" }).click();
            await page.getByRole("application", { name: /^Short\. Ready\./ }).focus();
            const { read } = await openTree(page);
            const listener = new Listener("News of the run");
            const hear = async () => {
                await rendered(page);
                return listener.hear(await read());
            };
            await readUntil(read, (tree) => listener.hear(tree).length > 0, "nothing is announced at the start");
            const area = (await read()).nodes.find(({ role }) => role === "application");
            await page.keyboard.press("KeyP");
            await page.keyboard.down("ArrowRight");
            const walk = async (isDone) => {
                for (let tick = 0; tick < 400; tick += 1) {
                    await page.keyboard.press("Period");
                    if ((await hear()).some(isDone)) return;
                }
                throw new Error(`400 ticks have led nowhere; announced: ${listener.all.slice(-5).join(" ")}`);
            };
            await walk((text) => text.startsWith("Death 1"));
            await walk((text) => /Next trap: .*, 1 cell to the right/.test(text));
            await page.keyboard.down("Space");
            await walk((text) => text.startsWith("Finished"));
            await page.keyboard.up("Space");
            await page.keyboard.up("ArrowRight");
            const nameless = namelessControls(await read());
            return { keys: area.description, announced: listener.all, nameless };
        }),
};

const [name, link, ...args] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](link, ...args)));
