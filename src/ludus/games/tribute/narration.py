"""Moves and results in words, from observations."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.narration import MoveScene, Narration, ResultScene, TurnLabel, sentence
from ludus.core.schema import MoveParts, Question
from ludus.games.tribute.card_text import effect_text
from ludus.games.tribute.describe import plural
from ludus.games.tribute.effect_grammar import EFFECT_WORDS
from ludus.games.tribute.state import DRAFT

PICKS = {  # what happens to a card that is picked, by question
    "replace": "send {} to the bottom of the tavern",
    "acquire": "acquire {}",
    "destroy": "destroy {}",
    "recall": "put {} from cooldown onto the draw pile",
    "recall_agent": "put {} from cooldown onto the draw pile",
    "rally": "put {} from cooldown onto the draw pile",
    "toss": "toss {} from the draw pile into cooldown",
    "knock_out": "knock out {}",
    "banish": "knock out {}",
    "donate": "discard {} for a new card",
    "discard": "discard {}",
    "sell": "sell {}",
    "mint": "give {} for a new card",
}
EFFECT_NUMBERS = {word: number for number, word in EFFECT_WORDS.items()}
AMOUNTS = ("coins", "power", "prestige")


def turn_label(content: Content, state: Any) -> TurnLabel:
    """Return the turn; both players count together."""
    return TurnLabel("draft", None) if state.phase == DRAFT else TurnLabel(f"turn {state.turn}", int(state.active))


def narrate_move(scene: MoveScene) -> str:
    """Tell a move, and the coins, power and prestige that it brings."""
    verb = scene.move["verb"]
    if verb == "end":
        gained = _change(scene, scene.seat, "prestige")
        return sentence(scene.does("end the turn") + (f": +{gained} prestige" if gained > 0 else ""))
    gains = "" if verb == "choose" else ", ".join(_gains(scene))  # an effect that is chosen says it already
    return sentence(f"{_deed(scene)}{f': {gains}' if gains else ''}", *_favour(scene), *_losses(scene))


def name_move(content: Content, facts: dict[str, Any], move: MoveParts, question: Question) -> str:
    """Name a move."""
    verb = move["verb"]
    if verb in ("end", "stop"):
        return "end the turn" if verb == "end" else "choose no more"
    thing = move["target"] if verb == "attack" else move["piece"]
    assert thing is not None
    if verb == "choose":
        return "choose the second effect" if thing["id"] else "choose the first effect"
    if verb in ("draft", "call"):
        patron = facts["patrons"][thing["id"]]["name"]
        return f"choose the patron {patron}" if verb == "draft" else f"call on {patron}"
    name = facts["cards"][thing["card"]]["name"]
    return PICKS[question["code"]].format(name) if verb == "pick" else f"{verb} {name}"


def explain_result(scene: ResultScene) -> str:
    """Tell who won and why."""
    obs, cast = scene.observation, scene.cast
    prestige = [player["prestige"] for player in obs["players"]]
    winner = obs["winner"]
    if winner is None:
        return sentence(f"{scene.verdict()}: {scene.reason}, with {prestige[0]} and {prestige[1]} prestige")
    loser = 1 - winner
    amounts = f"{prestige[winner]} prestige to {prestige[loser]}"
    if scene.reason == "patron favour":
        patrons = [name for name, seat in obs["patrons"].items() if seat == winner]
        return sentence(f"{scene.verdict()}: all {len(patrons)} patrons favour {cast.name(winner)}, at {amounts}")
    if scene.reason == "prestige over 80":
        return sentence(f"{scene.verdict()} with {amounts}: 80 end the game at once")
    if scene.reason == "prestige over 40 not matched":
        return sentence(f"{scene.verdict()} with {amounts}, which {cast.name(loser)} did not match")
    return sentence(f"{scene.verdict()} with {amounts}: {scene.reason}")


def _deed(scene: MoveScene) -> str:
    verb, code = scene.move["verb"], scene.question["code"]
    if verb == "stop":
        return scene.does("choose no more")
    thing = scene.move["target"] if verb == "attack" else scene.move["piece"]
    assert thing is not None
    if verb == "choose":
        return scene.does(f"choose {_effect(scene, int(thing['id']))}")
    if verb in ("draft", "call"):
        patron = scene.facts["patrons"][thing["id"]]["name"]
        return scene.does(f"choose the patron {patron}" if verb == "draft" else f"call on {patron}")
    card = scene.facts["cards"][thing["card"]]
    name = card["name"]
    if verb == "pick":
        return scene.does(PICKS[code].format(name))
    if verb == "buy":
        return scene.does(f"buy {name} for {plural(card['cost'], 'coin')}")
    if verb == "attack":
        left = next(
            (agent["health"] for agent in scene.after["players"][1 - scene.seat]["agents"] if _is(agent, thing)), 0
        )
        return f"{scene.does(f'attack {name}')}, which {f'has {left} health left' if left else 'is knocked out'}"
    return scene.does(f"{verb} {name}")


def _is(agent: dict[str, Any], thing: Any) -> bool:
    return bool(agent["card"] == f"{thing['card']}#{thing['id']}")


def _effect(scene: MoveScene, side: int) -> str:
    """Name one side of a choice between two effects."""
    effect: Any = scene.question["sides"][side]  # type: ignore[typeddict-item]
    keys = [*scene.content.labels.cards]
    card = 0 if effect["card"] is None else keys.index(effect["card"])
    return effect_text((EFFECT_NUMBERS[effect["code"]], effect["amount"], card), keys)


def _favour(scene: MoveScene) -> list[str]:
    clauses = []
    for name, seat in scene.after["patrons"].items():
        if scene.move["verb"] == "call" and seat != scene.before["patrons"].get(name):
            who = "nobody" if seat is None else scene.cast.name(seat)
            clauses.append(f"{scene.facts['patrons'][name]['name']} favours {who} now")
    return clauses


def _gains(scene: MoveScene) -> list[str]:
    """Tell what the player gains; the price of a purchase or a call is in the move itself."""
    changes = ((what, _change(scene, scene.seat, what)) for what in AMOUNTS)
    return [f"+{n} {what[:-1] if what == 'coins' and n == 1 else what}" for what, n in changes if n > 0]


def _losses(scene: MoveScene) -> list[str]:
    """Tell changes of the rival, and prestige that the player loses."""
    clauses = []
    for seat in (scene.seat, 1 - scene.seat):
        change = _change(scene, seat, "prestige")
        if change < 0 or (change > 0 and seat != scene.seat):
            clauses.append(scene.cast.does(seat, f"{'gain' if change > 0 else 'lose'} {abs(change)} prestige"))
    return clauses


def _change(scene: MoveScene, seat: int, what: str) -> int:
    return int(scene.after["players"][seat][what] - scene.before["players"][seat][what])


NARRATION = Narration(narrate_move, name_move, explain_result, turn_label)
