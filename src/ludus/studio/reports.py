"""Reports inside the page: pages of their own, shut off from everything else.

A report may show what it brings with it, and nothing else. It lives in a frame without an origin, from where no request
carries the token: so it tells the page around it which of its files somebody clicked on.
"""

from __future__ import annotations

from pathlib import Path

from fastapi.responses import HTMLResponse, Response

REPORT_POLICY = "; ".join(
    (
        "sandbox allow-scripts allow-popups",
        "default-src 'none'",
        "img-src data:",
        "style-src 'unsafe-inline'",
        "script-src 'unsafe-inline'",
        "frame-ancestors 'self'",
    )
)
CLICKS = """<script>
addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href]");
  if (!link || parent === window || /^([a-z]+:|#|[/])/i.test(link.getAttribute("href"))) return;
  event.preventDefault();
  parent.postMessage({ ludusFile: link.getAttribute("href") }, "*");
});
</script>"""


def report_response(page: Path) -> Response:
    """A report as it lies there, with a word to the page around it when a file is clicked on."""
    text = page.read_text(encoding="utf-8")
    head, end, rest = text.rpartition("</body>")
    shown = f"{head}{CLICKS}{end}{rest}" if end else text + CLICKS
    return HTMLResponse(shown, headers={"content-security-policy": REPORT_POLICY, "cache-control": "no-store"})
