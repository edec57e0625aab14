// The page as a screen reader has it: roles, names, states and live regions of Chromium's accessibility tree.

const CONTROLS = [
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "slider",
    "spinbutton",
    "checkbox",
    "radio",
    "switch",
    "tab",
    "option",
    "menuitem",
    "DisclosureTriangle",
    "dialog",
    "image",
    "meter",
];

/** Open the accessibility tree of a page; `read` returns its present state. */
export async function openTree(page) {
    const client = await page.context().newCDPSession(page);
    await client.send("Accessibility.enable");
    const read = async () => new Tree((await client.send("Accessibility.getFullAXTree")).nodes);
    /** Put the focus on a node, then press a key; false if the node has gone or cannot have the focus any more. */
    const press = async (node, key = "Enter") => {
        // Enter that is pressed twice in quick succession counts once: another key comes in between.
        if (node.focused) await page.keyboard.press("Tab");
        try {
            await client.send("DOM.focus", { backendNodeId: node.id });
        } catch (error) {
            if (/not focusable|No node|not belong/.test(error.message)) return false;
            throw error;
        }
        await page.keyboard.press(key);
        return true;
    };
    return { read, press };
}

class Tree {
    constructor(nodes) {
        this.byId = new Map(nodes.map((node) => [node.nodeId, node]));
        this.nodes = nodes.filter((node) => !node.ignored).map(describe);
    }

    /** Controls that can be used, but for those that are unavailable. */
    get enabled() {
        return this.controls.filter((node) => !node.disabled);
    }

    get controls() {
        return this.nodes.filter(({ role }) => CONTROLS.includes(role));
    }

    /** Whether a node is inside a node of this role and name. */
    isInside({ nodeId }, role, name = /^/) {
        for (let up = this.byId.get(this.byId.get(nodeId).parentId); up; up = this.byId.get(up.parentId))
            if (up.role?.value === role && name.test(up.name?.value ?? "")) return true;
        return false;
    }

    /** Controls inside a node of this role and name. */
    controlsIn(role, name = /^/) {
        return this.controls.filter((node) => this.isInside(node, role, name));
    }

    /** Paragraphs of the live region with this name. */
    announcements(name) {
        const log = [...this.byId.values()].find(
            (node) => node.role?.value === "log" && node.name?.value === name && property(node, "live") === "polite",
        );
        if (!log) return [];
        return (log.childIds ?? [])
            .map((id) => this.byId.get(id))
            .filter((node) => node?.role?.value === "paragraph")
            .map((node) => ({ id: node.backendDOMNodeId, text: this.textOf(node) }));
    }

    textOf(node) {
        if (node.role?.value === "StaticText") return node.name.value;
        return (node.childIds ?? []).map((id) => (this.byId.has(id) ? this.textOf(this.byId.get(id)) : "")).join("");
    }
}

const property = (node, name) => node.properties?.find((each) => each.name === name)?.value.value;

function describe(node) {
    return {
        nodeId: node.nodeId,
        id: node.backendDOMNodeId,
        role: node.role?.value ?? "",
        name: (node.name?.value ?? "").trim(),
        description: node.description?.value ?? "",
        disabled: property(node, "disabled") === true,
        focused: property(node, "focused") === true,
        pressed: property(node, "pressed") === "true",
    };
}

/** Controls, dialogs and pictures whose name does not say in words what they are. */
export const namelessControls = (tree) =>
    tree.controls.filter(({ name }) => !/\p{L}{2}/u.test(name) || /#\d/.test(name)).map(({ role, name }) => `${role} "${name}"`);

/** Reads a live region as it grows: each entry once. */
export class Listener {
    constructor(name) {
        this.name = name;
        this.heard = new Set();
        this.all = [];
    }

    /** Entries that are new in this tree. */
    hear(tree) {
        const fresh = tree.announcements(this.name).filter(({ id }) => !this.heard.has(id));
        for (const { id, text } of fresh) {
            this.heard.add(id);
            this.all.push(text);
        }
        return fresh.map(({ text }) => text);
    }
}
