"""`ludus inspect tribute`: report on one card file, or compare two."""

from __future__ import annotations

import math
from dataclasses import replace

from ludus.design.base.card_use import MIN_USE
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_bots, read_ladder, read_one_or_two_bots
from ludus.design.base.report_parts import name_some
from ludus.design.base.significance import independent_difference
from ludus.design.base.verdict_texts import more_games_sentence
from ludus.design.tribute.edit_space import Item
from ludus.design.tribute.measurement import (
    FIRST_SEAT,
    FileMeasurement,
    measure_card_file,
    measure_differences,
)
from ludus.design.tribute.options import TributeInspectOptions, read_card_files
from ludus.design.tribute.report import (
    cards_chart,
    cards_table,
    comparison_chart,
    comparison_table,
    ladder_table,
    measures_tables,
    patrons_chart,
    patrons_table,
    replay_commands,
    report_facts,
)
from ludus.games.tribute.card_text import display_name
from ludus.report.report_model import Command, Figure, Report, command_parts
from ludus.stats import mean
from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly, judgement_note
from ludus.util.text import plural

MEASUREMENT_GAMES = 40_000
MAX_NAMED = 8
EDITED_VERDICTS: dict[RangeSide, str] = {
    "above": "{name} is stronger than before",
    "below": "{name} is weaker than before",
    "inside": "{name} is as strong as before",
    "undecided": "Whether {name} is stronger or weaker than before is undecided",
}


def inspect(words: list[str], options: TributeInspectOptions, request: DesignRequest) -> Report:
    """Report on one card file in full, or on two side by side."""
    subjects = read_card_files(words, request)
    players, ladder = read_one_or_two_bots(options.players, "players"), read_ladder(options.ladder)
    check_bots(request.game, [*players, *ladder, options.ruler])
    games = request.game_count(MEASUREMENT_GAMES)
    measurements = [
        measure_card_file(
            subject, options.ruler, players, ladder, games, request, f", {subject.name}" if len(subjects) > 1 else ""
        )
        for subject in subjects
    ]
    most = options.most / 100
    return (
        _report_file(measurements[0], most, request)
        if len(measurements) == 1
        else _compare_files(measurements[0], measurements[1], most, request)
    )


def _report_file(measured: FileMeasurement, most: float, request: DesignRequest) -> Report:
    judged = measured.judge(most)
    ranked = sorted(judged.on_side("above"), key=lambda item: (-judged.estimates[item].value, item))
    return Report(
        title=f"{request.game.title}: the cards of {measured.name}",
        answer=[
            *measured.use.sentences(judged.estimates),
            *_strongest_sentences(measured, most, judged, ranked),
            *_game_sentences(measured),
        ],
        parts=[
            measured.use.table(judged.estimates),
            patrons_table(measured, judged),
            cards_table(measured, judged),
            *measures_tables([measured]),
            ladder_table(measured),
            Figure(
                "cards",
                cards_chart(measured, most, judged),
                f"Every dot is a card: how often the players take it, and how strong it is, with its 95 % interval. "
                f"Shaded: up to {100 * most:g} %. Cards that are surely above are named.",
            ),
            Figure(
                "patrons",
                patrons_chart(measured, judged),
                "What players win who call a patron rather than another that they could have called, with its 95 % "
                f"interval. Red: surely above {100 * most:g} %; green: surely not above; grey: undecided.",
            ),
            *command_parts(replay_commands(measured, ranked)),
            *_notes(most, judged.comparisons),
        ],
        facts=report_facts([measured], request),
    )


def _compare_files(one: FileMeasurement, other: FileMeasurement, most: float, request: DesignRequest) -> Report:
    files = [measured.judge(most) for measured in (one, other)]
    changes = _judge_changes(one, other)
    family = sum(len(judged.judged) for judged in files) + len(changes.judged)
    files, changes = [judged.among(family) for judged in files], changes.among(family)
    ranked = [sorted(judged.on_side("above")) for judged in files]
    sentences = _edited_sentences(one, other, changes, request.game_count(MEASUREMENT_GAMES))
    for measured, judged, above in zip((one, other), files, ranked, strict=True):
        first = [*measured.use.sentences(judged.estimates), _strongest_sentences(measured, most, judged, above)[0]]
        sentences += [f"{measured.name}: {sentence}" for sentence in first]
    sentences += _change_sentences(one, other, changes)
    return Report(
        title=f"{request.game.title}: {one.name} and {other.name}",
        answer=sentences,
        parts=[
            *(
                replace(measured.use.table(judged.estimates), name=f"use_{k}")
                for k, (measured, judged) in enumerate(zip((one, other), files, strict=True), 1)
            ),
            comparison_table("patrons", one, other, changes),
            comparison_table("cards", one, other, changes),
            *measures_tables([one, other]),
            ladder_table(one, f"The ladder in {one.name}", "ladder_1"),
            ladder_table(other, f"The ladder in {other.name}", "ladder_2"),
            Figure(
                "cards",
                comparison_chart(one, other, most, changes),
                "Every dot is a card, with the 95 % interval of its strength in the second file. Cards whose strength "
                "surely differs are named.",
            ),
            *(
                Command(command, f"{measured.name}: {what}")
                for measured, above in zip((one, other), ranked, strict=True)
                for what, command in replay_commands(measured, above).items()
            ),
            *_notes(most, family),
            "Both files are played on the same deals. Seats, ends and length are compared deal by deal; strengths and "
            "the ladder as if they were independent, so those intervals are rather too wide.",
        ],
        facts=report_facts([one, other], request),
    )


def _judge_changes(one: FileMeasurement, other: FileMeasurement) -> JudgedNumbers[tuple[str, str]]:
    """Judge how much stronger each card and patron is in the second file."""
    both = [item for item in one.strengths_by_key if item in other.strengths_by_key]
    unused = [(item[0], measured.key(item)) for measured in (one, other) for item in measured.use.not_judged()]
    changes = {item: independent_difference(one.strengths_by_key[item], other.strengths_by_key[item]) for item in both}
    return JudgedNumbers(changes, exactly(0.0), unused)


def _edited_sentences(
    one: FileMeasurement, other: FileMeasurement, changes: JudgedNumbers[tuple[str, str]], games: int
) -> list[str]:
    """Whether each card and patron that the second file has otherwise is stronger, and what to do if it is open."""
    edited = edited_entries(one, other)
    sentences = [_edited_sentence(one, other, item, changes) for item in edited[:MAX_NAMED]]
    if len(edited) > MAX_NAMED:
        sentences.append(f"{len(edited) - MAX_NAMED} more cards and patrons differ, see the tables.")
    if any(changes.side(item) == "undecided" for item in edited[:MAX_NAMED]):
        sentences.append(more_games_sentence(games))
    return sentences


def edited_entries(one: FileMeasurement, other: FileMeasurement) -> list[tuple[str, str]]:
    """Return the kinds and keys of cards and patrons whose entries differ between two files and are in both."""
    files = [measured.card_file.content.labels.file for measured in (one, other)]
    entries = [{"cards": file.cards, "patrons": file.patrons} for file in files]
    return [
        (kind, key)
        for kind, before in entries[0].items()
        for key, entry in before.items()
        if key in entries[1][kind] and entries[1][kind][key] != entry
    ]


def _edited_sentence(
    one: FileMeasurement, other: FileMeasurement, item: tuple[str, str], changes: JudgedNumbers[tuple[str, str]]
) -> str:
    kind, name = item[0], display_name(item[1])
    side = changes.side(item)
    if side is None:
        did = "call" if kind == "patrons" else "take and play"
        return (
            f"No judgement on {name}: there were too few games in which the players could {did} it, or it is in none. "
            "Play more games (-n), or name another ruler (--ruler)."
        )
    before, after = (100 * measured.strengths_by_key[item].value for measured in (one, other))
    wide, verb = changes.corrected(item), "calls" if kind == "patrons" else "takes"
    return (
        f"{EDITED_VERDICTS[side].format(name=name)}: who {verb} it instead of another wins {after:.1f} % of games, "
        f"{before:.1f} % before ({100 * changes.estimates[item].value:+.1f} points, {100 * wide.low:+.1f} to "
        f"{100 * wide.high:+.1f} corrected for {plural(changes.comparisons, 'comparison')})."
    )


def _strongest_sentences(
    measured: FileMeasurement, most: float, judged: JudgedNumbers[Item], ranked: list[Item]
) -> list[str]:
    """Which cards and patrons carry too much, and the strongest and weakest card."""
    strengths = judged.estimates
    phrases = []
    for kind, word in (("patrons", "calling"), ("cards", "taking")):
        matching = [item for item in ranked if item[0] == kind]
        if matching:
            names = [f"{display_name(measured.key(item))} ({100 * strengths[item].value:.1f} %)" for item in matching]
            phrases.append(f"{word} {name_some(names, MAX_NAMED)}")
    first = f"Surely carries more than {100 * most:g} % of wins: {'; '.join(phrases)}."
    undecided, total = len(judged.on_side("undecided")), len(judged.judged)
    rest = f" {undecided} of {total} judged cards and patrons {'is' if undecided == 1 else 'are'} undecided."
    sentences = [(first if phrases else f"Nothing surely carries more than {100 * most:g} % of wins.") + rest]
    known = {
        item: strength for item, strength in strengths.items() if item[0] == "cards" and not math.isnan(strength.value)
    }
    if known:
        best, worst = max(known, key=lambda t: known[t].value), min(known, key=lambda t: known[t].value)
        sentences.append(
            f"Cards go from {display_name(measured.key(worst))}, {known[worst].in_percent()}, to "
            f"{display_name(measured.key(best))}, {known[best].in_percent()}."
        )
    return sentences


def _game_sentences(measured: FileMeasurement) -> list[str]:
    measures = measured.measures()
    return [
        f"Of games of {' against '.join(dict.fromkeys(measured.players))}, the first seat wins "
        f"{measures[FIRST_SEAT].in_percent()}; a game takes {measured.game_length():.1f} turns.",
        f"The ladder spreads by {measured.ladder.spread.in_percent()}: 0 if all players are equal, 50 % if the better "
        "one always wins.",
    ]


def _change_sentences(
    one: FileMeasurement, other: FileMeasurement, changes: JudgedNumbers[tuple[str, str]]
) -> list[str]:
    more, turns = measure_differences(one, other), mean(other.turns - one.turns)
    sure = changes.on_side("above", "below")
    moved = sorted(sure, key=lambda item: (-abs(changes.estimates[item].value), item[1]))
    named_moves = name_some(
        [f"{display_name(item[1])} ({100 * changes.estimates[item].value:+.1f} points)" for item in moved], MAX_NAMED
    )
    seat = more[FIRST_SEAT]
    return [
        f"From {one.name} to {other.name}, surely changed: {named_moves}."
        if moved
        else f"No card and no patron surely differs between {one.name} and {other.name}.",
        f"What the first seat wins changes by {100 * seat.value:+.1f} points [{100 * seat.low:+.1f}, "
        f"{100 * seat.high:+.1f}], the length of a game by {turns:+.1f} turns.",
    ]


def _notes(most: float, comparisons: int) -> list[str]:
    return [
        "Strength is the win rate of players who take a card instead of another available one, or call a patron "
        "instead of another: 50 % is no better and no worse than the others. It comes from games of a ruler, a bot "
        "that decides this at random. Won when taken, called or favoured is different: players who choose take what "
        "they can afford, and players who are ahead can afford more.",
        "Intervals are over deals, each played from both seats. Above, not above: the whole corrected interval is "
        f"above {100 * most:g} %, or not above it. {judgement_note(comparisons)}",
        "A card gets no judgement if the ruler had too few chances to take it, or if it plays it in fewer than "
        f"{100 * MIN_USE:g} % of the games in which it takes it. It need not take it often: strength compares only "
        "choices in which the card was on offer, so games without it do not count, as they do where a whole game is "
        "measured.",
    ]
