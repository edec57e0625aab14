"""Moves and results in words, from observations."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.narration import MoveScene, Narration, ResultScene, TurnLabel, join_words, sentence
from ludus.core.schema import MoveParts, Question
from ludus.core.structured_records import snapshot
from ludus.games.delve.describe import list_effects
from ludus.games.delve.state import PICK
from ludus.util.text import plural


def turn_label(content: Content, state: Any) -> TurnLabel:
    """Return encounter and turn; turns count from 1 in every encounter."""
    state = snapshot(state)
    if not state.reason and (state.asked == PICK or not state.turn):
        return TurnLabel(f"before encounter {state.encounter + 1}", 0)
    return TurnLabel(f"encounter {state.encounter + 1}, turn {state.turn}", 0)


def narrate_move(scene: MoveScene) -> str:
    """Tell a move and its consequences."""
    verb, piece, before, after = scene.move["verb"], scene.move["piece"], scene.before, scene.after
    if verb == "save":
        return sentence(scene.does(f"keep {plural(before['points'], 'skill point')} for later"))
    if verb == "end":
        return sentence(scene.does("end the turn"), *_strikes(scene), *_progress(scene))
    assert piece is not None
    name = str(piece["id"])
    if verb == "pick":
        price = next((node["price"] for node in before["nodes"] if node["name"] == name), 1)
        cost = f" for {plural(price, 'skill point')}" if price != 1 else ""
        return sentence(scene.does(f"pick {name}{cost}"))
    target = scene.move["target"]
    aim = "" if target is None else f" on enemy {int(target['id']) + 1}"
    effects = list_effects(before["cards"][name].get("effects", {}))
    same_fight = after["encounter"] == before["encounter"]
    told = _damage(before, after, target is not None) if same_fight else "the last enemy dies"
    consequences = ", ".join(filter(None, (told, effects)))
    return sentence(scene.does(f"play {name}{aim}{f': {consequences}' if consequences else ''}"), *_progress(scene))


def name_move(content: Content, facts: dict[str, Any], move: MoveParts, question: Question) -> str:
    """Name a move."""
    verb, piece, target = move["verb"], move["piece"], move["target"]
    if piece is None:
        return "end the turn" if verb == "end" else "save the skill points"
    aim = "" if target is None else f" on enemy {int(target['id']) + 1}"
    return f"{verb} {piece['id']}{aim}"


def explain_result(scene: ResultScene) -> str:
    """Tell how the game ended."""
    obs, cast = scene.observation, scene.cast
    count = obs["last"] - obs["first"] + 1
    won = f"{obs['won']} of {plural(count, 'encounter')} won"
    if scene.reason == "won":
        all_of = {1: "the encounter", 2: "both encounters"}.get(count, f"all {count} encounters")
        return sentence(
            f"{cast.name(0)} won {all_of} in {plural(obs['turns'], 'turn')}, with "
            f"{obs['health']} of {obs['full_health']} hit points left"
        )
    if scene.reason == "died":
        alive = [enemy for enemy in obs["enemies"] if enemy["health"]]
        left = sum(enemy["health"] for enemy in alive)
        return sentence(
            f"{cast.name(0)} died in encounter {obs['encounter']}, turn {obs['turn']}: "
            f"{'1 enemy' if len(alive) == 1 else f'{len(alive)} enemies'} with {plural(left, 'hit point')} left",
            won,
        )
    return sentence(f"{cast.name(0)} did not win encounter {obs['encounter']} in {plural(obs['turn'], 'turn')}", won)


def _damage(before: dict[str, Any], after: dict[str, Any], targeted: bool) -> str:
    """Tell the damage and who dies."""
    hits = [
        (k, old["health"] - new["health"], new["health"])
        for k, (old, new) in enumerate(zip(before["enemies"], after["enemies"], strict=True), 1)
        if old["health"] > new["health"]
    ]
    if not hits:
        return ""
    most = max(amount for _, amount, _ in hits)
    dead = [str(k) for k, _, left in hits if not left]
    if targeted:
        return f"{most} damage{', it dies' if dead else ''}"
    if len(hits) == 1:
        return f"{most} damage to enemy {hits[0][0]}{', it dies' if dead else ''}"
    even = "" if all(amount == most for _, amount, _ in hits) else "up to "
    dying = f", {'enemy' if len(dead) == 1 else 'enemies'} {join_words(dead)} {'dies' if len(dead) == 1 else 'die'}"
    return f"{even}{most} damage to {len(hits)} enemies{dying if dead else ''}"


def _strikes(scene: MoveScene) -> list[str]:
    before, after = scene.before, scene.after
    lost = before["health"] - after["health"]
    if after["reason"] == "died":
        return [f"the enemies strike, and {scene.cast.does(0, 'die')}"]
    if after["encounter"] != before["encounter"] or lost <= 0:
        return []
    return [f"the enemies strike for {lost}, {plural(after['health'], 'hit point')} left"]


def _progress(scene: MoveScene) -> list[str]:
    """Tell that an encounter was won."""
    before, after = scene.before, scene.after
    return [f"encounter {before['encounter']} is won"] if after["won"] > before["won"] else []


NARRATION = Narration(narrate_move, name_move, explain_result, turn_label)
