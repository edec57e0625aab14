"""Moves and results in words, from observations."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.narration import MoveScene, Narration, ResultScene, TurnLabel, count_changes, join_words, sentence
from ludus.core.schema import MoveParts, Question
from ludus.core.structured_records import snapshot
from ludus.games.dominion.describe import bonus_texts, plural

STOPS = {  # what a player does who takes no card
    "buy_card": "end the turn",
    "gain_card": "gain nothing",
    "reveal_card": "show no Reaction",
    "double_action": "play nothing",
    "take_loot": "leave the rest in the trash",
    "may_discard_deck": "leave the deck as it is",
    "may_play_card": "leave the card in the discard pile",
    "recall_card": "leave the discard pile as it is",
    "discard_hand": "discard no more",
    "trash_hand": "trash no more",
}
PLACES = {"hand": "into hand", "deck": "onto the deck"}


def turn_label(content: Content, state: Any) -> TurnLabel:
    """Return the turn as its player counts it; answers to an attack belong to the attacker's turn."""
    state = snapshot(state)
    taken = state.players[state.active].turns  # the last turn of a game that is over is counted already
    return TurnLabel(f"turn {taken if state.reason else taken + 1}", int(state.active))


def narrate_move(scene: MoveScene) -> str:
    """Tell a move, and what other cards change their owner by it."""
    return sentence(_deed(scene), *_gains(scene))


def name_move(content: Content, facts: dict[str, Any], move: MoveParts, question: Question) -> str:
    """Name a move."""
    verb, piece = move["verb"], move["piece"]
    if verb == "yes":
        return "put the deck into the discard pile"
    if piece is None:
        return "go on to buy" if question["code"] == "play_action" else STOPS.get(question["code"], "choose no more")
    words = {"put": "put {} onto the deck", "aside": "set {} aside"}
    return words.get(verb, f"{verb} {{}}").format(piece["card"])


def explain_result(scene: ResultScene) -> str:
    """Tell who won and why the game ended."""
    obs, cast = scene.observation, scene.cast
    points = [player["points"] for player in obs["players"]]
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    best = obs["winners"][0]
    if len(obs["winners"]) == 1:
        others = [f"{cast.own(seat)} {points[seat]}" for seat in order if seat != best]
        tied = [seat for seat in order if seat != best and points[seat] == points[best]]
        why = f" and fewer turns than {join_words(map(cast.name, tied))}" if tied else ""
        won = f"{scene.verdict()} with {plural(points[best], 'point')} to {join_words(others)}{why}"
    else:
        won = f"{scene.verdict()} with {plural(points[best], 'point')}"
    empty = [name for name, left in obs["supply"].items() if left == 0]
    reasons = {
        "provinces": "the last Province was taken",
        "three piles": f"the piles of {join_words(empty)} ran out",
        "turn cap": "the limit of turns was reached",
    }
    return sentence(won, reasons.get(scene.reason, scene.reason))


def _deed(scene: MoveScene) -> str:
    move, code = scene.move, scene.question["code"]
    verb, piece, target = move["verb"], move["piece"], move["target"]
    if verb == "yes":
        return scene.does("put the deck into the discard pile")
    if piece is None:
        if code == "play_action":
            return scene.does(f"go on to buy with {plural(scene.after['coins'], 'coin')}")
        return scene.does(STOPS.get(code, "choose no more"))
    card, owner = str(piece["card"]), piece["seat"]
    facts = scene.before["cards"][card]
    deck = "" if owner is None or owner == scene.seat else f"{scene.cast.own(owner)} deck"
    if verb == "play":
        bonuses = ", ".join(bonus_texts(facts))
        return scene.does(f"play {card}{f': {bonuses}' if bonuses else ''}")
    if verb == "buy":
        return scene.does(f"buy {card} for {facts['cost']}")
    if verb == "gain":
        place = PLACES.get(target["zone"], "") if target else ""
        return scene.does(" ".join(filter(None, ("gain", card, place))))
    if verb == "put":
        return scene.does(f"put {card} onto the deck")
    if verb == "reveal":
        return scene.does(f"reveal {card}, and the attack passes by")
    if verb == "aside":
        return scene.does(f"set {card} aside")
    if verb == "keep":
        place = PLACES.get(target["zone"], "") if target else ""
        return scene.does(f"put {card} back onto {deck}" if deck else f"put {card} {place}")
    return scene.does(f"{verb} {card}{f' from {deck}' if deck else ''}")


def _gains(scene: MoveScene) -> list[str]:
    """Tell cards that players gain or lose by this move, without the card of the move itself."""
    clauses = []
    piece, verb = scene.move["piece"], scene.move["verb"]
    pairs = zip(scene.before["players"], scene.after["players"], strict=True)
    for seat, (before, after) in enumerate(pairs):
        changes = count_changes(before["owned"], after["owned"])
        if piece is not None:
            change = {"buy": 1, "gain": 1, "trash": -1}.get(verb, 0)
            if seat == (piece["seat"] if change < 0 else scene.seat):
                changes[str(piece["card"])] = changes.get(str(piece["card"]), 0) - change
        for verb_told, sign in (("gain", 1), ("lose", -1)):
            cards = [
                name if change == sign else f"{abs(change)} {name}s"
                for name, change in changes.items()
                if change * sign > 0
            ]
            if cards:
                clauses.append(scene.cast.does(seat, f"{verb_told} {join_words(cards)}"))
    return clauses


NARRATION = Narration(narrate_move, name_move, explain_result, turn_label)
