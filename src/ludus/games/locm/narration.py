"""Moves and results in words, from observations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.core.game import Content
from ludus.core.narration import Cast, MoveScene, Narration, ResultScene, TurnLabel, join_words, sentence
from ludus.core.schema import MoveParts, PieceRef, Question
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.state import BATTLE, DECK
from ludus.util.text import plural

LANES = ("the left lane", "the right lane")


def turn_label(content: Content, state: Any) -> TurnLabel:
    """Return the turn as players count it: both have a turn 1."""
    if state.phase != BATTLE:
        return TurnLabel("draft", None)
    return TurnLabel(f"turn {state.turn // 2 + 1}", int(state.mover))


def narrate_move(scene: MoveScene) -> str:
    """Tell a move and its consequences."""
    move = scene.move
    verb, piece, target = move["verb"], move["piece"], move["target"]
    if verb == "fill":
        return sentence(scene.does("fill up the deck with the first cards"))
    if piece is None:
        return sentence(scene.does("end the turn"), *_health_changes(scene, {}), *_draws(scene))
    name = _card_name(scene.facts, piece)
    if target is None:
        return sentence(scene.does(f"pick {name}"))
    if verb == "summon":
        lane = f" in {LANES[int(target['id'])]}" if scene.before["version"] != "1.0" else ""
        strength = _strength(_creatures(scene.after).get(int(piece["id"])))
        return sentence(scene.does(f"summon {name}{strength}{lane}"), *_health_changes(scene, {}), *_deaths(scene))
    if verb == "attack":
        return _narrate_attack(scene, name)
    return _narrate_item(scene, name)


def name_move(content: Content, facts: dict[str, Any], move: MoveParts, question: Question) -> str:
    """Name a move."""
    verb, piece, target = move["verb"], move["piece"], move["target"]
    if piece is None:
        return "end the turn" if verb == "pass" else "fill up the deck with the first cards"
    name = _card_name(facts, piece)
    if target is None:
        return f"pick {name}"
    if verb == "summon":
        return f"summon {name} in {LANES[int(target['id'])]}" if content.read(GameData).lanes > 1 else f"summon {name}"
    aim = "the opponent" if target["card"] is None else _card_name(facts, target)
    return f"attack {aim} with {name}" if verb == "attack" else f"use {name} on {aim}"


def explain_result(scene: ResultScene) -> str:
    """Tell who won and why."""
    obs, cast = scene.observation, scene.cast
    if scene.reason == "turn limit" or obs["winner"] is None:
        return sentence(f"{scene.verdict()}: {plural(obs['turn'], 'turn')} passed and nobody died")
    loser = 1 - obs["winner"]
    if scene.reason == "overdrawn":
        return sentence(
            f"{scene.verdict()}: {cast.does(loser, 'have', 'has')} no card left to draw in turn {obs['turn']}"
        )
    health, rest = (_player(obs, seat)["health"] for seat in (loser, obs["winner"]))
    return sentence(
        f"{scene.verdict()} in turn {obs['turn']}: {cast.own(loser)} health fell to {health}, and "
        f"{cast.does(obs['winner'], 'have', 'has')} {rest} left"
    )


def sum_up_draft(cast: Cast, seat: int, moves: Sequence[MoveParts]) -> str:
    """Tell that a deck was drafted, and its size."""
    count = DECK if any(move["verb"] == "fill" for move in moves) else len(moves)
    return sentence(f"{cast.own(seat)} deck was drafted: {plural(count, 'card')}")


def _narrate_attack(scene: MoveScene, name: str) -> str:
    target = scene.move["target"]
    assert target is not None
    foe = 1 - scene.seat
    attacker = _with_owner(scene, scene.seat, name)
    if target["zone"] == "player":
        lost = _player(scene.before, foe)["health"] - _player(scene.after, foe)["health"]
        return sentence(
            f"{attacker} attacks {scene.cast.name(foe)} for {lost}",
            *_health_changes(scene, {foe: -lost}),
            *_deaths(scene),
        )
    defender = _creatures(scene.before)[int(target["id"])]
    strength = _creatures(scene.before)[_piece_id(scene)]["attack"]
    shielded = "W" in defender["keywords"] and strength > 0
    dead = {int(target["id"]), _piece_id(scene)} - {*_creatures(scene.after)}
    outcome = "both die" if len(dead) == 2 else ""
    return sentence(
        f"{attacker} attacks {_with_owner(scene, foe, defender['name'])}"
        + (", whose ward breaks" if shielded else f" for {strength}"),
        outcome,
        *_health_changes(scene, {}),
        *([] if outcome else _deaths(scene)),
    )


def _narrate_item(scene: MoveScene, name: str) -> str:
    target = scene.move["target"]
    assert target is not None
    assert target["seat"] is not None
    if target["zone"] == "player":
        aim, effect = scene.cast.name(target["seat"]), ""
    else:
        before, after = (_creatures(obs).get(int(target["id"])) for obs in (scene.before, scene.after))
        assert before is not None
        aim = _with_owner(scene, target["seat"], before["name"])
        changed = after is not None and (after["attack"], after["defense"]) != (before["attack"], before["defense"])
        effect = f"it is{_strength(after)} now" if changed else ""
    return sentence(scene.does(f"use {name} on {aim}"), effect, *_health_changes(scene, {}), *_deaths(scene))


def _card_name(facts: dict[str, Any], thing: PieceRef) -> str:
    return str(facts["cards"][str(thing["card"])]["name"])


def _player(obs: dict[str, Any], seat: int) -> dict[str, Any]:
    player: dict[str, Any] = obs["me" if obs["seat"] == seat else "opponent"]
    return player


def _creatures(obs: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return all creatures on the board by id, with their seats."""
    return {creature["id"]: {**creature, "seat": seat} for seat in (0, 1) for creature in _player(obs, seat)["board"]}


def _with_owner(scene: MoveScene, seat: int, name: str) -> str:
    """Name a creature with its owner; a reader who plays knows that the others are the opponent's."""
    if scene.cast.reader is not None and seat != scene.cast.reader:
        return name
    return f"{scene.cast.own(seat)} {name}"


def _strength(creature: dict[str, Any] | None) -> str:
    return "" if creature is None else f" {creature['attack']}/{creature['defense']}"


def _piece_id(scene: MoveScene) -> int:
    piece = scene.move["piece"]
    assert piece is not None
    return int(piece["id"])


def _deaths(scene: MoveScene) -> list[str]:
    after = _creatures(scene.after)
    dead = [_with_owner(scene, c["seat"], c["name"]) for id, c in _creatures(scene.before).items() if id not in after]
    return [f"{join_words(dead)} {'dies' if len(dead) == 1 else 'die'}"] if dead else []


def _health_changes(scene: MoveScene, told: dict[int, int]) -> list[str]:
    """Tell changes of health, without those told already."""
    clauses = []
    for seat in (scene.seat, 1 - scene.seat):
        change = _player(scene.after, seat)["health"] - _player(scene.before, seat)["health"] - told.get(seat, 0)
        if change:
            clauses.append(scene.cast.does(seat, f"{'gain' if change > 0 else 'lose'} {abs(change)} health"))
    return clauses


def _draws(scene: MoveScene) -> list[str]:
    """Tell what the next player draws: the cards if the reader sees them, else how many."""
    seat = 1 - scene.seat
    before, after = _player(scene.before, seat), _player(scene.after, seat)
    count = after["hand_size"] - before["hand_size"]
    if count <= 0:
        return []
    if "hand" in after and "hand" in before:
        known = {card["id"] for card in before["hand"]}
        names = [card["name"] for card in after["hand"] if card["id"] not in known]
        return [scene.cast.does(seat, f"draw {join_words(names)}")]
    return [scene.cast.does(seat, f"draw {plural(count, 'card')}")]


NARRATION = Narration(narrate_move, name_move, explain_result, turn_label, sum_up_draft)
