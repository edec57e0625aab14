"""Report of a tournament: sentences about its results, and the HTML page with ratings, payoffs and example games."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.arena.bot_load import worst_load
from ludus.arena.kept_bots import start_text
from ludus.arena.player_names import short_names
from ludus.arena.tournament_dir import read_events, starved_games
from ludus.core.game_registry import game_argument
from ludus.report.html import (
    ACCENT,
    FAINT,
    PAPER,
    SECOND_ACCENT,
    IntervalAxis,
    end_reason_bars,
    facts_table,
    html_page,
    paragraph,
    scrolling_table,
)
from ludus.report.tournament_judgement import TournamentJudgement
from ludus.stats import simultaneous_interval
from ludus.stats.intervals import NO_INTERVAL
from ludus.stats.judgement import judgement_note
from ludus.util.files import atomic_write
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.arena import Tournament, TournamentResult
    from ludus.arena.contest_standings import ContestRow, ContestStandings
    from ludus.arena.rating_target import RatingTarget
    from ludus.arena.standings import PairStanding
    from ludus.stats import Estimate


MAX_LISTED = 4  # names in one sentence
MAX_GROUPS = 3  # groups of players that have a sentence each, if their distances cannot be measured
TOURNAMENT_PAGE = "report.html"
TOURNAMENT_FILES = (
    "tournament.json games.csv players.csv ratings.csv pairs.csv seats.csv endings.csv index.sqlite".split()
)
NAME_LENGTH = 32  # characters of a name in tables
MAX_SEAT_ROWS = 40  # rows of the table of seats
UNDECIDED_TINT = "box-shadow: inset 0 0 0 1px #0001"  # cells of pairs that are not surely above or below 50 %
MATRIX_STYLE = f"""
td.rank, th.rank {{ color: {FAINT}; padding-right: .7rem; text-align: right; width: 1.5rem; }}
th.name {{ max-width: 17rem; overflow: hidden; text-overflow: ellipsis; }}
table.matrix {{ width: auto; border-spacing: 3px; border-collapse: separate; margin-left: -3px; }}
table.matrix th, table.matrix td {{ border: none; padding: .4rem .4rem; }}
table.matrix th {{ padding-left: .2rem; font-weight: 600; }}
table.matrix thead th {{ text-align: center; color: {FAINT}; }}
table.matrix td {{ min-width: 4.6rem; text-align: center; border-radius: 6px; line-height: 1.3;
  font-variant-numeric: tabular-nums; }}
table.matrix td small {{ display: block; font-size: .72rem; white-space: nowrap; opacity: .85; }}
table.matrix td.odd {{ outline: 2px dotted {FAINT}; outline-offset: -4px; }}
table.matrix td.none {{ color: {FAINT}; }}
table.standings tr.out > * {{ color: {FAINT}; }} table.standings tr.out th {{ text-decoration: line-through; }}
table.standings thead th {{ white-space: normal; }} td.note {{ font-size: .9rem; min-width: 8rem; padding-right: 0; }}
a {{ color: {ACCENT}; }}
.wide {{ width: max-content; min-width: 100%; max-width: calc(100vw - 3rem); margin-left: 50%;
  transform: translateX(-50%); }}
"""  # style of the matrix; a wide matrix is wider than the text


def headline(tournament: Tournament, results: TournamentResult) -> str:
    """What was played."""
    pairs, players = len(results.pairs), len(results.names)
    what = {1: "alone", 2: plural(pairs, "pair")}.get(results.seats, f"{pairs:,} groups of {results.seats}")
    deals = max(row.games for row in results.pairs) // results.seats
    played = f"{plural(results.games, 'game')} on the same {plural(deals, 'deal')}"
    if tournament.limits.keep:
        played = f"{plural(results.games, 'game')}, each with a deal of its own"
    return f"{tournament.game.title}: {tournament.kind}, {plural(players, 'player')}, {what}, {played}"


def strongest_player(results: TournamentResult, kind: str, own_deals: bool = False) -> str:
    """Which player is strongest, and how certain that is; `own_deals`: every game had a deal of its own."""
    judgement, (best, second, *_) = TournamentJudgement(results), results.players
    side = judgement.lead_side(second.number)
    if second.number not in judgement.leads.estimates:
        return _strongest_by_win_rate(judgement, kind)
    lead = judgement.leads.estimates[second.number]
    if results.ratings is None:
        same = "" if own_deals else " on the same deals"
        span = _interval_text(
            lead, judgement.leads.corrected(second.number), judgement.comparisons, scale=100, digits=1
        )
        points = f"{100 * lead.value:.1f} points more than {second.name}{same} ({span})"
        luck = "" if side == "above" else ", but that may be luck"
        return f"{best.name} succeeds most often{luck}: {points}."
    span = _interval_text(lead, judgement.leads.corrected(second.number), judgement.comparisons)
    ahead = f"{lead.value:.0f} Elo ahead of {second.name} ({span})"
    if kind == "ladder":
        top = f"{best.name} is at the top of the ladder, {second.name} is second"
        if side not in ("above", "below"):
            return f"{top}; the ratings do not separate them: {ahead}."
        corrected = judgement.leads.corrected(second.number)
        if side == "below":
            span = _interval_text(_negated(lead), _negated(corrected), judgement.comparisons)
        stronger = "stronger" if side == "above" else "weaker"
        return f"{top}; by the ratings it is {abs(lead.value):.0f} Elo {stronger} ({span})."
    if not judgement.rivals:
        return f"{best.name} is the strongest: {ahead}."
    opening = f"{best.name} leads, but it is too early to call it the strongest: {ahead}"
    if round(lead.value) == 0:
        opening = f"{best.name} and {second.name} have the same rating (difference: {span})"
    return f"{opening}. The games do not separate {best.name} from {join_names(judgement.rivals)}."


def _strongest_by_win_rate(judgement: TournamentJudgement, kind: str) -> str:
    """Which player is strongest, if the distance to the second cannot be measured in Elo."""
    results, (best, second, *_) = judgement.results, judgement.results.players
    side, share = judgement.lead_side(second.number), judgement.head_to_head.estimates.get(second.number)
    if share is None:
        ahead = f"it did not meet {second.name}"
    else:
        corrected = judgement.head_to_head.corrected(second.number)
        span = _interval_text(share, corrected, judgement.comparisons, scale=100, digits=1, unit="%")
        third = ", where games that neither won count half" if results.seats > 2 else ""
        ahead = f"win rate {share.value:.1%} against {second.name}{third} ({span})"
    if kind == "ladder":
        top = f"{best.name} is at the top of the ladder, {second.name} is second"
        if side in ("above", "below"):
            return f"{top}; by their games it is {'stronger' if side == 'above' else 'weaker'}: {ahead}."
        return f"{top}; the games do not separate them: {ahead}."
    if not judgement.rivals:
        return f"{best.name} is the strongest: {ahead}."
    opening = f"{best.name} leads, but it is too early to call it the strongest: {ahead}"
    return f"{opening}. The games do not separate {best.name} from {join_names(judgement.rivals)}."


def _negated(lead: Estimate) -> Estimate:
    return replace(lead, value=-lead.value, low=-lead.high, high=-lead.low)


def _interval_text(
    estimate: Estimate, corrected: Estimate, comparisons: int, scale: float = 1, digits: int = 0, unit: str = ""
) -> str:
    """The 95 % interval, and the one that decides: `95 % interval 30 to 70; corrected for 4 comparisons 24 to 76`."""
    if not estimate.has_interval:
        return NO_INTERVAL
    spans = [
        " to ".join(f"{scale * end:.{digits}f}{unit}" for end in (numbers.low, numbers.high))
        for numbers in (estimate, corrected)
    ]
    text = f"95 % interval {spans[0]}"
    return text if comparisons == 1 else f"{text}; corrected for {comparisons:,} comparisons {spans[1]}"


def _unmeasured_distances(results: TournamentResult) -> list[str]:
    """Which groups of players have no distance of their ratings, why, and what their ratings mean."""
    if results.ratings is None or len(results.ratings.tiers) == 1:
        return []
    tiers, reference = results.ratings.tiers, results.ratings.reference
    if len(tiers) <= MAX_GROUPS:
        sentences = [_unmeasured_distance(results, upper, lower) for upper, lower in pairwise(tiers)]
    else:
        names = [join_names([results.names[k] for k in tier]) for tier in tiers]
        listed = (
            names if len(names) <= MAX_LISTED else [*names[: MAX_LISTED - 1], f"{len(names) - MAX_LISTED + 1} more"]
        )
        sentences = [
            f"Of {len(tiers)} groups, none won or drew a game against one before it: {'; '.join(listed)}. "
            "The distances of their ratings cannot be measured."
        ]
    if len(reference) < len(results.names):
        mean = join_names([results.names[k] for k in reference])
        return [*sentences, f"Ratings are around the mean of {mean}; those of others have no interval."]
    return [*sentences, "So no rating has an interval, and differences of ratings are not measured."]


def _unmeasured_distance(results: TournamentResult, upper: Sequence[int], lower: Sequence[int]) -> str:
    """Why the ratings of two groups have no distance: they never met, or one won and drew nothing against the other."""
    names = [join_names([results.names[k] for k in tier]) for tier in (upper, lower)]
    met = any({*upper} & {*row.group} and {*lower} & {*row.group} for row in results.pairs)
    why = "did not meet"
    if met:
        why = "won every game against" if results.seats == 2 else "lost nothing to"
    return f"{names[0]} {why} {names[1]}: the distance of their ratings cannot be measured."


def caveats(tournament: Tournament, results: TournamentResult) -> list[str]:
    """Caveats that a reader of the numbers should know."""
    sentences = bot_start_texts(tournament)
    if cheats := [name for k, name in enumerate(results.names) if getattr(tournament.player(k), "cheats", False)]:
        sentences.append(f"{join_names(cheats)} uses hidden information: a declared cheat.")
    sentences += _unmeasured_distances(results)
    surprising = TournamentJudgement(results).is_surprising
    odd = [(row.shares[0].value, row.expected[0], row) for row in results.pairs if row.expected and surprising(row)]
    if odd:
        odd.sort(key=lambda entry: -abs(entry[0] - entry[1]))
        surprises = [f"{_pair_names(results, row)} {share:.1%}, not {expected:.1%}" for share, expected, row in odd]
        sentences.append(
            "Ratings do not explain all results. Pairs that surely differ from the prediction: "
            f"{join_names(surprises)}."
        )
    sentences += [rating_target_text(tournament, results, target) for target in tournament.rating_targets]
    if tournament.folder is not None and (load := worst_load(read_events(tournament.folder))) and load.too_many:
        sentences.append(f"{load.warning()}. Timeouts may be due to that.")
    if tournament.folder is not None and (starved := starved_games(tournament.folder)):
        by_bot = [f"{name} in {plural(len(games), 'game')} ({join_names(games)})" for name, games in starved.items()]
        sentences.append(
            "Games that were played once more, because a bot reached its time limit while others had the processors: "
            f"{join_names(by_bot)}."
        )
    if tournament.test is not None:
        low, high = tournament.test.low, tournament.test.high
        early = sum(row.verdict is not None and row.verdict.decision != "running" for row in results.pairs)
        sentences.append(
            f"{early} of {plural(len(results.pairs), 'pair')} ended early, by a sequential test between "
            f"{low:g} and {high:g} Elo. Their win rates are slightly biased towards its verdict."
        )
    return sentences


def bot_start_texts(tournament: Tournament) -> list[str]:
    """Whether bots were kept, with their files, or every game started from the folder as submitted."""
    limits, contest = tournament.limits, tournament.contest is not None
    text = start_text(tournament.names, tournament.texts, limits.keep, limits.in_process, contest)
    events = read_events(tournament.folder) if limits.keep and tournament.folder is not None else []
    kept: list[str] = next((event["kept"] for event in reversed(events) if isinstance(event.get("kept"), list)), [])
    return ([text] if text else []) + [f"{line}." for line in kept]


def rating_target_text(tournament: Tournament, results: TournamentResult, target: RatingTarget) -> str:
    """Which player plays until its rating is known, whether it is known, and what stopping early means."""
    row = next(row for row in results.players if row.number == target.player)
    pairs = set(target.pairs(tournament.kind, len(tournament.names)))
    games = sum(pair.games for pair in results.pairs if pair.group in pairs)
    if row.rating is None or not math.isfinite(row.rating.low):
        if results.ratings is None or len(results.ratings.tiers) == 1:
            return f"{row.name} has too few games for a rating."
        return f"The rating of {row.name} cannot be measured: its games give no distance to the other players."
    half = row.rating.high - row.rating.value
    known = "is" if half <= target.elo else "is not yet"
    return (
        f"The rating of {row.name} {known} known to plus or minus {target.elo:g} Elo: {row.rating.value:+.0f} plus or "
        f"minus {half:.1f} after {plural(games, 'game')}, against the opponents where a game says most. Its games end "
        f"when the 95 % interval is that short, or each pair has {plural(target.most or tournament.games, 'game')}; "
        "such early "
        "stopping makes the interval slightly too short."
    )


def contest_row_texts(row: ContestRow) -> list[str]:
    """The cells of an official standing after rank and name: rating, win rate, games, faults, note."""
    share = "no game counts" if row.share is None else format_percent(row.share)
    rating = "" if row.rating is None else format_elo(row.rating)
    note = f"disqualified: {row.disqualified}" if row.disqualified else row.decided_by
    return [rating, share, f"{row.games:,}", f"{sum(row.faults.values()):,}", note]


CONTEST_COLUMNS = ("rating", "win rate  [95 % interval]", "games that count", "faults", "decided by")


def contest_facts(standings: ContestStandings) -> list[str]:
    """Sentences about the official standings."""
    rows = [row for row in standings.rows if row.rank == 1]
    sentences = [f"{join_names([row.name for row in rows])} {'wins' if len(rows) == 1 else 'share the first place'}."]
    sentences = sentences if rows else ["All bots were disqualified."]
    if standings.games < standings.played:
        out = standings.played - standings.games
        sentences.append(f"{plural(out, 'game')} of {standings.played:,} {'is' if out == 1 else 'are'} annulled.")
    return sentences


def seat_advantage_text(results: TournamentResult) -> str:
    """Advantage of the first seat over all pairs."""
    judgement, fair = TournamentJudgement(results), 1 / results.seats
    first, corrected = judgement.seats.estimates[0], judgement.seats.corrected(0)
    span = _interval_text(first, corrected, judgement.comparisons, scale=100, digits=1, unit="%")
    sentence = f"The first seat takes {first.value:.1%} ({span}) over all games"
    side = judgement.seats.side(0)
    if side not in ("above", "below"):
        return f"{sentence}: no sure advantage."
    better = "an advantage" if side == "above" else "a disadvantage"
    return f"{sentence}: {better} of {100 * abs(first.value - fair):.1f} points."


def faults_text(results: TournamentResult) -> str:
    """Games that players lost by their own fault, by reason."""
    return "; ".join(
        f"{row.name}: {', '.join(f'{reason} {number:,}' for reason, number in row.faults.items())}"
        for row in results.players
        if row.faults
    )


def tournament_command(tournament: Tournament) -> str:
    """Command that repeats the tournament."""
    named = zip(tournament.given_names, tournament.texts, strict=True)
    bots = [text if name is None else f"{name}={text}" for name, text in named]
    words = ["ludus", "tournament", game_argument(tournament.game), *bots, "-n", str(tournament.games)]
    words += ["--seed", str(tournament.seed)]
    for name, value in tournament.plan()["options"].items():
        words += ["-o", f"{name}={value}"]
    words += {"ladder": ["--ladder"], "gauntlet": ["--gauntlet"]}.get(tournament.kind, [])
    words += [f"--sprt={tournament.test.text}"] if tournament.test else []
    words += ["--competition"] if tournament.competition else []
    limits = tournament.limits
    words += ["--in-process"] if limits.in_process else []
    words += ["--seconds", f"{limits.seconds:g}"] if limits.seconds is not None else []
    words += ["--turn-seconds", f"{limits.turn_seconds:g}"] if limits.turn_seconds is not None else []
    words += ["--memory", str(limits.memory)] if limits.memory is not None else []
    words += ["--cpu-seconds", f"{limits.cpu_seconds:g}"] if limits.cpu_seconds is not None else []
    words += ["--keep"] if limits.keep else []
    words += ["--clock", limits.clock] if limits.clock != "wall" else []
    if tournament.rating_targets and not tournament.earlier:
        words += ["--until-rating", f"{tournament.rating_targets[0].elo:g}"]
    return shlex.join(words)


def format_percent(estimate: Estimate, digits: int = 2) -> str:
    """Payoff with its interval: `50.12 %  [49.80, 50.44]`."""
    low, high = 100 * estimate.low, 100 * estimate.high
    return f"{100 * estimate.value:.{digits}f} %  [{low:.{digits}f}, {high:.{digits}f}]"


def format_elo(rating: Estimate) -> str:
    """Rating with its interval: `+85  [+60, +110]`, or `+85  no interval`."""
    if not rating.has_interval:
        return f"{round(rating.value):+}  {NO_INTERVAL}"
    value, low, high = (round(end) for end in (rating.value, rating.low, rating.high))
    return f"{value:+}  [{low:+}, {high:+}]"


def replay_command(tournament: Tournament, folder: Path, address: str) -> str:
    """Command that shows one game of a tournament."""
    words = ["ludus", "replay", str(folder), "--game", address]
    name = game_argument(tournament.game)
    return shlex.join([*words, "--game-file", name] if name != tournament.game.name else words)


def join_names(names: list[str], max_names: int = MAX_LISTED) -> str:
    """`a, b and c`; further names are counted."""
    if len(names) > max_names:
        names = [*names[: max_names - 1], f"{len(names) - max_names + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _pair_names(results: TournamentResult, row: PairStanding) -> str:
    return " – ".join(results.names[k] for k in row.group)


def write_tournament_page(
    folder: Path,
    tournament: Tournament,
    results: TournamentResult,
    picture: str = "",
    target: Path | None = None,
    links: Mapping[str, str] | None = None,
    more_links: Sequence[tuple[str, str]] = (),
) -> None:
    """Write the report page into the tournament folder, or to another file.

    Args:
        folder: Tournament folder.
        tournament: The tournament.
        results: Its standings.
        picture: SVG of a final position, if there is one.
        target: The file; report.html in the folder if None.
        links: Pages or files of games, by address.
        more_links: Texts and targets of further links.
    """
    body = [
        paragraph(headline(tournament, results) + ".", "lead"),
        *_official_standings(tournament),
        paragraph(strongest_player(results, tournament.kind, tournament.limits.keep), "answer"),
        *map(paragraph, caveats(tournament, results)),
        *(_ratings if results.ratings is not None else _payoffs)(results, tournament.limits.keep),
        *(payoff_matrix(results) if results.seats == 2 else _group_payoffs(results)),
        *(_seat_advantage(results) if results.seats > 1 else ()),
        paragraph(judgement_note(TournamentJudgement(results).comparisons), "lead"),
        *_end_reasons(results),
        *_faults(results, links or {}, folder),
        *_example_games(folder, tournament, results, links or {}, more_links),
        _board_figure(picture),
        *_provenance(folder, tournament),
    ]
    contest = tournament.contest
    title = (contest.title if contest is not None else "") or f"{tournament.game.title}: who plays best?"
    text = html_page(title, body, MATRIX_STYLE)
    atomic_write(target or folder / TOURNAMENT_PAGE, text.encode())


def _official_standings(tournament: Tournament) -> list[str]:
    """The standings by the rules of the contest, and the rules; nothing if there are none."""
    standings = tournament.standings
    if standings is None:
        return []
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", "bot", *CONTEST_COLUMNS))
    rows = []
    for row in standings.rows:
        cells = "".join(f'<td class="number">{escape(cell)}</td>' for cell in contest_row_texts(row)[:4])
        note = escape(contest_row_texts(row)[4])
        style = ' class="out"' if row.disqualified else ""
        rows.append(
            f'<tr{style}><td class="rank">{row.rank or "–"}</td><th class="name" title="{escape(row.name)}">'
            f'{escape(row.name)}</th>{cells}<td class="note">{note}</td></tr>'
        )
    return [
        "<h2>Standings</h2>",
        f'<div class="scroll"><table class="standings"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody>'
        "</table></div>",
        paragraph(" ".join(contest_facts(standings))),
        "<h2>Rules</h2>",
        *map(paragraph, [*standings.rules.sentences(), limits_text(tournament)]),
        "<h2>The games as they were played</h2>",
        paragraph("Ratings and win rates below include games that do not count in the standings.", "lead"),
    ]


def limits_text(tournament: Tournament) -> str:
    """Number of games and limits of bots, as sentences."""
    limits = tournament.limits
    of = " of processor time" if limits.clock == "cpu" else ""
    parts = [f"{limits.seconds:g} s{of} for a reply"] if limits.seconds is not None else []
    parts += [f"{limits.turn_seconds:g} s{of} for a turn"] if limits.turn_seconds is not None else []
    parts += [f"{limits.cpu_seconds:g} s of processor time for a game"] if limits.cpu_seconds is not None else []
    parts += [f"{limits.memory:,} MB of memory"] if limits.memory is not None else []
    in_cpu = ", counted in processor time" if limits.clock == "cpu" else ""
    most = "at most " if tournament.test or tournament.rating_targets else ""
    given = f"External bots have {', '.join(parts)}" if parts else f"External bots have the limits of the game{in_cpu}"
    return f"Each pair plays {most}{plural(tournament.games, 'game')}, seed {tournament.seed}. {given}."


def _faults(results: TournamentResult, links: Mapping[str, str], folder: Path) -> list[str]:
    """Every bot with faults: how many of each kind, with a game of each."""
    from ludus.arena.tournament_sqlite_index import find_games

    rows = []
    for row in results.players:
        for reason, number in row.faults.items():
            lost = find_games(folder, row.name, "lost", reason=reason, limit=1)
            example = _game_link(lost[0], links) if lost else ""
            rows.append(
                f"<tr><th>{escape(row.name)}</th><td>{escape(reason)}</td>"
                f'<td class="number">{number:,} of {plural(row.games, "game")}</td><td>{example}</td></tr>'
            )
    return ["<h2>Faults</h2>", scrolling_table("".join(rows))] if rows else []


def _game_link(address: str, links: Mapping[str, str]) -> str:
    """The address of a game, linked if there is a page or file of it."""
    return f'<a href="{escape(links[address])}">{address}</a>' if address in links else f"<code>{address}</code>"


def _ratings(results: TournamentResult, own_deals: bool) -> list[str]:
    rated = [(row, row.rating) for row in results.players if row.rating is not None]
    ends = [end for _, rating in rated for end in (rating.low, rating.high, rating.value) if math.isfinite(end)]
    scale = IntervalAxis([0.0, *ends], margin=20, least=-math.inf, most=math.inf)
    rows, short = [], short_names([row.name for row, _ in rated], NAME_LENGTH)
    for rank, (row, rating) in enumerate(rated, 1):
        whisker = scale.whisker(rating.value, rating.low, rating.high, 0.0, f"{row.name}: {format_elo(rating)} Elo")
        rows.append(
            f'<tr><td class="rank">{rank}</td>{_name_cell(row.name, short[rank - 1])}'
            f'<td class="number">{escape(format_elo(rating))}</td><td class="bar">{whisker}</td></tr>'
        )
    axis = f'<tr><td class="rank"></td><th></th><td></td><td class="bar">{scale.axis("+.0f")}</td></tr>'
    unit = "All games of one deal, from every seat and by every pair, count"
    if own_deals:
        unit = "A round of games, one from every seat, counts with those of other pairs at that time"
    assert results.ratings is not None
    reference = results.ratings.reference
    mean = "the field" if len(reference) == len(results.names) else join_names([results.names[k] for k in reference])
    unknown = "" if all(rating.has_interval for _, rating in rated) else ", over the whole width if it is unknown"
    return [
        "<h2>Ratings</h2>",
        scrolling_table(f"{''.join(rows)}{axis}"),
        paragraph(
            f"Elo points around the mean of {mean}, which is the dashed line; 100 points more are 64 % of the wins. "
            f"A dot is the rating, the line its 95 % interval{unknown}. {unit} as one observation, so the intervals do "
            "not pretend to know more than they do.",
            "lead",
        ),
    ]


def _name_cell(name: str, short: str) -> str:
    return f'<th class="name" title="{escape(name)}">{escape(short)}</th>'


def _payoffs(results: TournamentResult, own_deals: bool) -> list[str]:
    """Win rates, for games with one player."""
    best = results.players[0].share.value
    scale = IntervalAxis([end for row in results.players for end in (row.share.low, row.share.high)], 0.005, 0.0, 1.0)
    rows = [
        f'<tr><td class="rank">{rank}</td><th class="name">{escape(row.name)}</th>'
        f'<td class="number">{escape(format_percent(row.share))}</td><td class="bar">'
        f"{scale.whisker(row.share.value, row.share.low, row.share.high, best, format_percent(row.share))}</td></tr>"
        for rank, row in enumerate(results.players, 1)
    ]
    axis = f'<tr><td class="rank"></td><th></th><td></td><td class="bar">{scale.axis(".1%")}</td></tr>'
    same = "Every game had a deal of its own." if own_deals else "All played the same deals."
    note = f"A dot is the share of successes, the line its 95 % interval, the dashed line the best. {same}"
    return ["<h2>Successes</h2>", scrolling_table(f"{''.join(rows)}{axis}"), paragraph(note, "lead")]


def payoff_matrix(results: TournamentResult) -> list[str]:
    """Payoff matrix with intervals, for two-player games."""
    players, pairs = results.players, {frozenset(row.group): row for row in results.pairs}
    judgement = TournamentJudgement(results)
    short = short_names([row.name for row in players], NAME_LENGTH)
    head = "".join(f'<th title="{escape(row.name)}">{rank}</th>' for rank, row in enumerate(players, 1))
    rows = []
    for rank, row in enumerate(players, 1):
        cells = []
        for other in players:
            pair = pairs.get(frozenset((row.number, other.number)))
            cells.append(
                _matrix_cell(judgement, pair, row.number) if pair and row is not other else '<td class="none">–</td>'
            )
        rows.append(f'<tr><th class="rank">{rank}</th>{_name_cell(row.name, short[rank - 1])}{"".join(cells)}</tr>')
    odd = any(map(judgement.is_surprising, results.pairs))
    dotted = " Dotted cells surely differ from what the ratings predict." if odd else ""
    return [
        "<h2>Who beats whom</h2>",
        f'<div class="scroll wide"><table class="matrix"><thead><tr><th></th><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>",
        paragraph(
            "Win rate of the row against the column, draws counting half, with the 95 % interval. Coloured cells are "
            f"surely above or below 50 %, with intervals corrected for {judgement.comparisons:,} "
            f"{'comparison' if judgement.comparisons == 1 else 'comparisons'}.{dotted}",
            "lead",
        ),
    ]


def _matrix_cell(judgement: TournamentJudgement, pair: PairStanding, player: int) -> str:
    results, place = judgement.results, pair.group.index(player)
    share, other = pair.shares[place], results.names[pair.group[1 - place]]
    expected = f"; the ratings expect {pair.expected[place]:.1%}" if pair.expected else ""
    games = plural(pair.games, "game")
    wide = simultaneous_interval(share, judgement.comparisons)
    corrected = f"; corrected for {judgement.comparisons:,} comparisons [{100 * wide.low:.2f}, {100 * wide.high:.2f}]"
    hint = f"{results.names[player]}: win rate {format_percent(share)} in {games} against {other}{corrected}{expected}"
    kind = ' class="odd"' if judgement.is_surprising(pair) else ""
    tint = _tint(share.value) if judgement.cell_side(pair) in ("above", "below") else UNDECIDED_TINT
    return (
        f'<td{kind} style="{tint}" title="{escape(hint)}">{share.value:.1%}'
        f"<small>{100 * share.low:.1f} – {100 * share.high:.1f}</small></td>"
    )


def _tint(share: float) -> str:
    """Cell colours of sure results: one for winning, one for losing, the paler the closer."""
    strength = min(1.0, 2 * abs(share - 0.5)) * 0.85
    paper, full = _rgb(PAPER), _rgb(ACCENT if share >= 0.5 else SECOND_ACCENT)
    mixed = [round(a + (b - a) * (0.06 + strength)) for a, b in zip(paper, full, strict=True)]
    colour = "#ffffff" if strength > 0.45 else "inherit"
    return f"background: rgb({mixed[0]} {mixed[1]} {mixed[2]}); color: {colour}"


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _group_payoffs(results: TournamentResult) -> list[str]:
    """Payoffs of every player over all its games, for more than two seats."""
    if results.seats == 1:
        return []
    scale = IntervalAxis([end for row in results.players for end in (row.share.low, row.share.high)], 0.005, 0.0, 1.0)
    rows = [_payoff_row(row.name, row.share, 1 / results.seats, scale) for row in results.players]
    axis = f'<tr><th></th><td></td><td class="bar">{scale.axis(".1%")}</td></tr>'
    note = (
        f"Win rates over all groups of {results.seats} players; every group counts the same. "
        "The dashed line is an equal win rate."
    )
    return ["<h2>Who wins</h2>", scrolling_table(f"{''.join(rows)}{axis}"), paragraph(note, "lead")]


def _seat_advantage(results: TournamentResult) -> list[str]:
    fair = 1 / results.seats
    if results.seats == 2:
        short = short_names(results.names, NAME_LENGTH // 2)
        pairs = [(" – ".join(short[k] for k in row.group), row.seats[0]) for row in results.pairs]
        rows_shown = [("all pairs", results.seat_shares[0]), *(pairs if len(pairs) > 1 else [])]
    else:
        rows_shown = [(f"seat {seat + 1}", share) for seat, share in enumerate(results.seat_shares)]
    left = len(rows_shown) - MAX_SEAT_ROWS
    rows_shown = rows_shown[:MAX_SEAT_ROWS]
    scale = IntervalAxis([fair, *(end for _, share in rows_shown for end in (share.low, share.high))], 0.005, 0.0, 1.0)
    rows = [_payoff_row(name, share, fair, scale) for name, share in rows_shown]
    axis = f'<tr><th></th><td></td><td class="bar">{scale.axis(".1%")}</td></tr>'
    more = paragraph(f"{left:,} more are in seats.csv.", "lead") if left > 0 else ""
    return [
        "<h2>Does the seat matter?</h2>",
        paragraph(seat_advantage_text(results)),
        scrolling_table(f"{''.join(rows)}{axis}"),
        more,
    ]


def _payoff_row(name: str, share: Estimate, fair: float, scale: IntervalAxis) -> str:
    label = format_percent(share, 1)
    return (
        f'<tr><th class="name" title="{escape(name)}">{escape(name)}</th><td class="number">{escape(label)}</td>'
        f'<td class="bar">{scale.whisker(share.value, share.low, share.high, fair, f"{name}: {label}")}</td></tr>'
    )


def _end_reasons(results: TournamentResult) -> list[str]:
    length = results.length
    around = f" (95 % interval {length.low:.1f} to {length.high:.1f})" if math.isfinite(length.low) else ""
    faults = faults_text(results)
    return [
        "<h2>How games end</h2>",
        end_reason_bars(results.endings, results.games),
        paragraph(f"A game takes {length.value:.1f} decisions{around}."),
        paragraph(f"Lost by the player's own fault: {faults}.") if faults else "",
    ]


def _watch_cell(folder: Path, tournament: Tournament, address: str, links: Mapping[str, str]) -> str:
    if address in links:
        return _game_link(address, links)
    return f"<code>{escape(replay_command(tournament, folder, address))}</code>"


def example_games(folder: Path, results: TournamentResult) -> dict[str, str]:
    """Games worth a look: what happens there, and the address."""
    from ludus.arena.pairing import address_text
    from ludus.arena.tournament_sqlite_index import find_games

    examples = {"the first game": address_text(results.pairs[0].group, 0)}
    best, worst = results.players[0].name, results.players[-1].name
    if results.seats > 1:
        upsets = find_games(folder, worst, "won", against=best, limit=1)
        examples |= {f"{worst} beats {best}": upsets[0]} if upsets else {}
    for row in results.players:
        for reason in row.faults:
            lost = find_games(folder, row.name, "lost", reason=reason, limit=1)
            examples |= {f"{row.name} loses: {reason}": lost[0]} if lost else {}
    return examples


def _example_games(
    folder: Path,
    tournament: Tournament,
    results: TournamentResult,
    links: Mapping[str, str],
    more_links: Sequence[tuple[str, str]],
) -> list[str]:
    """Example games, each with the command that shows it, or a link."""
    rows = "".join(
        f"<tr><th>{escape(what)}</th><td>{_watch_cell(folder, tournament, address, links)}</td></tr>"
        for what, address in example_games(folder, results).items()
    )
    return [
        "<h2>See the games</h2>",
        paragraph(
            f"Every game has an address, pair/number; games.csv lists all {results.games:,}. "
            "A pair is named by the numbers of its players: "
            + ", ".join(f"{k} {name}" for k, name in enumerate(results.names))
            + "."
        ),
        scrolling_table(rows),
        _links(more_links),
    ]


def _links(links: Sequence[tuple[str, str]]) -> str:
    """Texts with their targets, in one paragraph."""
    anchors = [f'<a href="{escape(target)}">{escape(text)}</a>' for text, target in links]
    return f"<p>{' · '.join(anchors)}</p>" if anchors else ""


def _board_figure(picture: str) -> str:
    if not picture:
        return ""
    caption = "How a game between the two best ended."
    return f'<figure class="board">{picture}<figcaption>{caption}</figcaption></figure>'


def _digest_note(tournament: Tournament) -> list[str]:
    if not tournament.games_digest:
        return []
    return [
        paragraph(
            "The digest vouches for the plan and for every row of games.csv. With the folder at hand, this command "
            "says whether anything was changed since:"
        ),
        f"<pre>ludus tournament --verify FOLDER {tournament.games_digest}</pre>",
    ]


def _command_text(tournament: Tournament) -> str:
    if tournament.contest is not None:
        return "ludus contest rules.toml --out FOLDER"
    return tournament_command(tournament)


def _provenance(folder: Path, tournament: Tournament) -> list[str]:
    plan = tournament.plan()
    source = {
        "game": f"{tournament.game.name}, rules version {tournament.game.version}",
        "kind": tournament.kind,
        "seed": str(tournament.seed),
        "content": tournament.content.digest,
        "Ludus": plan["release"],
    }
    if tournament.games_digest:
        source["digest"] = tournament.games_digest
    for entry in tournament.earlier:
        source[f"digest of the first {entry['rows']:,} games"] = entry["games_digest"] or "none"
    guests = join_names(tournament.irreproducible_players) if tournament.irreproducible_players else ""
    again = (
        f"The games of {guests} cannot be played again, so they were recorded move by move, with their logs."
        if guests
        else "The same command gives the same tables, byte for byte, on any number of threads."
    )
    return [
        "<h2>Where this comes from</h2>",
        facts_table(source),
        f"<pre>{escape(_command_text(tournament))}</pre>",
        paragraph(f"{again} The folder of this page also has {', '.join(TOURNAMENT_FILES)}.", "lead"),
        *_digest_note(tournament),
    ]
