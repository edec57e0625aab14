"""Responses with the files of the built page: compressed, with tags by which a browser keeps what it has."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from pathlib import Path

from fastapi.responses import HTMLResponse, Response

from ludus.studio.built_page import COMPRESSED, INDEX, NOT_BUILT_PAGE, is_built

ASSET = re.compile(r"(assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\.[a-z0-9]{1,20}")
# First parts of the addresses that the page has; the start page is at /. A test compares them with the page's own.
PAGE_PATHS = (
    *(
        "bots",
        "cards",
        "compare",
        "design",
        "kingdoms",
        "levels",
        "new",
        "runs",
        "study",
        "tables",
        "tournaments",
        "trees",
    ),
    "work",
)


def page_response(page: Path, path: str, accept_encoding: str = "", if_none_match: str = "") -> Response:
    """Response with an asset, or for all other paths with index.html, because the page has its own routing.

    Args:
        page: Folder of the built page.
        path: Path of the address, without the slash at its beginning.
        accept_encoding: The header of the request; with gzip, files come compressed.
        if_none_match: The header of the request: what the browser has already.

    Returns:
        Status 200, or 304 if the browser has the file. If the page has nothing at this path, index.html comes with
        status 404; it says so to the reader. Status 503 if the page is not built.
    """
    if not is_built(page):
        return HTMLResponse(NOT_BUILT_PAGE, 503)
    is_asset = ASSET.fullmatch(path) is not None and (page / path).is_file()
    file = page / path if is_asset else page / INDEX
    known = is_asset or not path.strip("/") or path.split("/")[0] in PAGE_PATHS
    compressed = file.with_name(file.name + COMPRESSED)
    gzip = compressed.is_file() and _accepts_gzip(accept_encoding)
    content = (compressed if gzip else file).read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    named_by_digest = is_asset and path.startswith("assets/")
    headers = {
        "cache-control": "max-age=31536000, immutable" if named_by_digest else "no-cache",
        "etag": tag,
        "vary": "accept-encoding",
    }
    if known and tag in (other.strip().removeprefix("W/") for other in if_none_match.split(",")):
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers |= {"content-encoding": "gzip"} if gzip else {}
    return Response(content, 200 if known else 404, headers, kind)


def _accepts_gzip(accept_encoding: str) -> bool:
    """Whether a client takes gzip: it is named, and not with the weight 0."""
    for entry in accept_encoding.lower().split(","):
        name, _, weight = entry.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
