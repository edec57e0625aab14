"""HTML reports inside the page, isolated by a sandbox policy.

A report may load nothing but its own content. It is shown in a frame without an origin, whose requests do not carry
the token. Therefore a script in the report posts the clicked file links to the surrounding page.
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
CLICK_SCRIPT = """<script>
addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href]");
  if (!link || parent === window || /^([a-z]+:|#|[/])/i.test(link.getAttribute("href"))) return;
  event.preventDefault();
  parent.postMessage({ ludusFile: link.getAttribute("href") }, "*");
});
</script>"""


def report_response(page: Path) -> Response:
    """Response with a report, extended by the script that posts clicked file links to the surrounding page."""
    text = page.read_text(encoding="utf-8")
    head, closing_tag, rest = text.rpartition("</body>")
    html = f"{head}{CLICK_SCRIPT}{closing_tag}{rest}" if closing_tag else text + CLICK_SCRIPT
    return HTMLResponse(html, headers={"content-security-policy": REPORT_POLICY, "cache-control": "no-store"})
