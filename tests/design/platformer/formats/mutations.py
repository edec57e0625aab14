"""Random damage to files: of their bytes, and of the structure of JSON, XML and tables."""

import json
from copy import deepcopy
from xml.etree import ElementTree

JUNK = [
    None,
    True,
    False,
    0,
    -1,
    1,
    3.5,
    1e300,
    10**30,
    "",
    "x",
    "0",
    "saw",
    "\u0000",
    [],
    [1],
    {},
    {"a": 1},
    "a" * 5000,
]


def damage_bytes(random, data):
    """Change, remove, insert or repeat some bytes."""
    data = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at, size = random.randrange(len(data) + 1), random.choice([1, 1, 2, 8, 60])
        what = random.choice("change remove insert repeat cut".split())
        if what == "change":
            data[at : at + size] = bytes(random.randrange(256) for _ in range(len(data[at : at + size])))
        elif what == "remove":
            del data[at : at + size]
        elif what == "insert":
            data[at:at] = random.choice(
                [b'"', b"<", b">", b"[", b"]", b"{", b"}", b",", b"\x00", b"\xff", b"-9", b"1e9"]
            )
        elif what == "repeat":
            data[at:at] = data[at : at + 40 * size]
        else:
            del data[at:]
        data = data or bytearray(b" ")
    return bytes(data)


def damage_json(random, text):
    """Replace, remove, rename or repeat one value somewhere in JSON."""
    data = json.loads(text)
    places = [*_places(data)]
    holder, key = random.choice(places)
    what = random.choice("junk junk remove rename repeat".split())
    if what == "junk":
        holder[key] = random.choice(JUNK)
    elif what == "remove":
        del holder[key]
    elif what == "rename" and isinstance(holder, dict):
        holder[f"{key}x"] = holder.pop(key)
    elif isinstance(holder, list):
        holder.insert(key, holder[key])
    return json.dumps(data)


def _places(data):
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from _places(data[key])


def damage_xml(random, text):
    """Replace, remove or rename an attribute, or remove, rename, repeat or copy an element."""
    root = ElementTree.fromstring(text)
    parents = [node for node in root.iter() if len(node)]
    node = random.choice([*root.iter()])
    what = random.choice("value value drop rename remove tag repeat move text".split())
    if what in ("value", "drop", "rename") and node.attrib:
        key = random.choice([*node.attrib])
        value = node.attrib.pop(key)
        if what == "value":
            node.attrib[key] = random.choice(["", "x", "-1", "0", "1", "3.5", "99999999999", "1e9", "saw", "nan"])
        elif what == "rename":
            node.attrib[f"{key}x"] = value
    elif what == "tag":
        node.tag = random.choice(["x", "layer", "object", "tile", "properties", "data", "group"])
    elif what == "text":
        node.text = random.choice(["", "x", "1,2,3", "AAAA"])
    elif parents:
        parent = random.choice(parents)
        child = parent[random.randrange(len(parent))]
        if what == "remove":
            parent.remove(child)
        elif what == "repeat":
            parent.append(deepcopy(child))
        else:
            random.choice(parents).append(deepcopy(child))
    return ElementTree.tostring(root, encoding="unicode")


def damage_lines(random, text):
    """Remove, repeat, swap or change one line, or one word of it."""
    lines = text.split("\n")
    k = random.randrange(len(lines))
    what = random.choice("remove repeat swap word word".split())
    if what == "remove":
        del lines[k]
    elif what == "repeat":
        lines.insert(k, lines[k])
    elif what == "swap":
        m = random.randrange(len(lines))
        lines[k], lines[m] = lines[m], lines[k]
    else:
        for sign in random.sample([",", " ", "=", "(", '"'], 5):
            parts = lines[k].split(sign)
            if len(parts) > 1:
                parts[random.randrange(len(parts))] = random.choice(
                    ["", "x", "-1", "#", "<", "saw", "99", "fixed", "+", "null"]
                )
                lines[k] = sign.join(parts)
                break
    return "\n".join(lines)
