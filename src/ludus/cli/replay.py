"""`ludus replay`: one game from a file, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.screen import facts, print_json, screen, table, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.core.position import Position
    from ludus.core.replay import Replay

HIDDEN = "(hidden)"


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A replay, as `ludus match --save-replay` writes it.")],
    move: Annotated[
        int | None, typer.Option(min=0, metavar="K", help="Show the position after K moves, and what could be played.")
    ] = None,
    seat: Annotated[int | None, typer.Option(min=0, metavar="S", help="Show only what this seat sees.")] = None,
    svg: Annotated[str | None, typer.Option(metavar="OUT", help="Write a picture of the position.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show a game from a FILE move by move; checks that every move is legal and leads where the file says."""
    from ludus.core.errors import OptionError
    from ludus.core.progress import first_use
    from ludus.core.replay import Replay

    record = Replay.load(file)
    game, _ = record.open()
    with first_use(game):
        positions = record.positions()
    shown = len(positions) - 1 if move is None else move
    if shown >= len(positions):
        raise OptionError(f"--move {shown}: this game has {len(positions) - 1} moves")
    position = positions[shown]
    if seat is not None and seat >= position.seats:
        raise OptionError(f"--seat {seat}: this game has seats 0 to {position.seats - 1}")
    moves = list_moves(positions, seat)
    if json:
        print_json(as_dict(record, positions, shown, seat, moves))
    else:
        show(screen(), record, positions, shown, seat, moves if move is None else [])
    if svg is not None:
        write_file(svg, position.picture(seat))
        typer.echo(f"The picture is in {svg}", err=json)


def list_moves(positions: list[Position], seat: int | None) -> list[dict[str, Any]]:
    """Number, seat and text of every move; a seat is not shown what it was not told."""
    last, found = positions[-1], []
    for number, (before, event) in enumerate(zip(positions, last.history, strict=False), 1):
        told = seat is None or last.game.tell(before.content, before.state, event.move, seat)
        found.append({"number": number, "seat": event.seat, "text": event.text if told else HIDDEN})
    return found


def show(
    console: Console,
    record: Replay,
    positions: list[Position],
    shown: int,
    seat: int | None,
    moves: list[dict[str, Any]],
) -> None:
    position, last = positions[shown], positions[-1]
    console.print(last.game.title, style="bold")
    about = {"players": ", ".join(f"{k} {name}" for k, name in enumerate(record.players)) or "not named"}
    about |= {"seed": str(record.seed), "content": record.content, "moves": str(len(positions) - 1)}
    if record.options:
        about["options"] = ", ".join(f"{name}={value}" for name, value in record.options.items())
    console.print(facts(about))
    console.print()
    if moves:
        rows = table("move", "seat", "", right=("move", "seat"))
        for each in moves:
            rows.add_row(str(each["number"]), str(each["seat"]), each["text"])
        console.print(rows)
        console.print()
    if shown < len(positions) - 1:
        console.print(f"After {shown} of {len(positions) - 1} moves", style="bold")
    console.print(describe(position, seat), soft_wrap=True)
    if shown < len(positions) - 1 and not position.ended:
        if seat is None or seat == position.decider:
            console.print(f"\nLegal: {', '.join(position.texts())}")
        played = list_moves(positions, seat)[shown]
        console.print(f"Played: {played['text']} (seat {played['seat']})")
    result = last.result
    console.print(f"\nResult: {tell_result(result) if result else 'not finished'}. Every move is legal.")


def describe(position: Position, seat: int | None) -> str:
    """A position in words if the game has any, else what the seats see as data."""
    if position.game.describe is not None:
        return position.describe(seat)
    import json

    lines = []
    for each in range(position.seats) if seat is None else [seat]:
        lines.append(f"seat {each} sees")
        for name, value in _without_history(position.view(each)).items():
            lines.append(f"  {name}: {json.dumps(value, ensure_ascii=False, default=str)}")
    return "\n".join(lines)


def tell_result(result: Any) -> str:
    shares = ", ".join(f"seat {seat} {share:g}" for seat, share in enumerate(result.shares))
    points = ", ".join(map(str, result.points))
    return f"{result.reason}; shares: {shares}; points: {points}"


def as_dict(
    record: Replay, positions: list[Position], shown: int, seat: int | None, moves: list[dict[str, Any]]
) -> dict[str, Any]:
    position, result = positions[shown], positions[-1].result
    seats = range(position.seats) if seat is None else [seat]
    open_moves = not position.ended and (seat is None or seat == position.decider)
    return {
        "game": record.game,
        "rules": record.rules,
        "options": record.options,
        "content": record.content,
        "seed": record.seed,
        "players": record.players,
        "moves": moves,
        "position": {
            "number": shown,
            "decider": None if position.ended else position.decider,
            "legal": position.texts() if open_moves else [],
            "views": [{"seat": each, **_without_history(position.view(each))} for each in seats],
        },
        "result": None
        if result is None
        else {"reason": result.reason, "shares": list(result.shares), "points": list(result.points)},
    }


def _without_history(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "history"}
