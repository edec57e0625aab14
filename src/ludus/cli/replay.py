"""`ludus replay`: show one game from a file, move by move, or step through it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.console import ask_line, facts_table, make_console, make_table, print_json, write_file
from ludus.cli.game_text import GameStory, MoveText, position_text, result_text, seat_text, without_history
from ludus.util.text import plural

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.cli.replay_log import ReplayLog
    from ludus.core.game import Content
    from ludus.core.position import Position
    from ludus.core.replay import Replay

KEYS = """\
  Enter, n   the next move
  b, p       back by one move
  40         go to the position after 40 moves
  start      to the beginning
  end        to the end
  seat 2     see the game as seat 2 saw it
  all        see everything
  q          leave; so does Ctrl-D"""


def replay(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A replay, as from `ludus match --save-replay`, or a tournament's folder."),
    ],
    game: Annotated[
        str | None, typer.Option(metavar="PAIR/K", help="With a tournament's folder: the game to show, such as 0-1/17.")
    ] = None,
    game_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.py:NAME",
            help="The file of the game, if it comes from a file; a replay never runs a file by itself.",
        ),
    ] = None,
    move: Annotated[
        int | None, typer.Option(min=0, metavar="K", help="Show the position after K moves, and the legal moves.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="S", help="Show only what this seat sees, 1 for the first; hidden moves are not counted."
        ),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Step through the game; ? explains the keys.")] = False,
    log: Annotated[
        bool | None,
        typer.Option(
            "--log/--no-log",
            help="Show what the bots were sent, answered and wrote at each decision, with times; needs stored logs. "
            "Default: with --move and --step, if there are logs. With --seat only those of this seat.",
        ),
    ] = None,
    svg: Annotated[str | None, typer.Option(metavar="OUT", help="Write a picture of the position.")] = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="OUT", help="Write the whole position to x.json or x.toml; `ludus play --from` continues it."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show a game from a FILE, move by move. The game is played again, and every move and the result are checked.

    FILE may be the folder of a tournament: choose a game with --game. Games that cannot be reproduced are stored there;
    all other games are played again from their seed.
    """
    from ludus.util.errors import OptionError

    if step and (json or svg is not None):
        raise OptionError(f"--step is for people at a terminal; leave out {'--json' if json else '--svg'}")
    if position is not None and seat is not None:
        raise OptionError("--position writes hidden things, too; leave out --seat")
    if game_file is not None:
        from ludus.core.game_registry import load_game

        load_game(game_file)
    record = load_replay(file, game)
    content, positions = replay_positions(record, file)
    viewer = None if seat is None else seat - 1
    if seat is not None and seat > positions[0].seats:
        raise OptionError(f"--seat {seat}: this game has seats 1 to {positions[0].seats}")
    story = GameStory.of(positions, record.players, viewer)
    count = len(story.moves)
    if move is not None and move > count:
        limit = (
            f"seat {seat} saw {plural(count, 'move')}" if seat is not None else f"this game has {plural(count, 'move')}"
        )
        raise OptionError(f"--move {move}: {limit}")
    move_count = count if move is None else move
    logs = None if log is False else read_log(file, game, record, positions, required=log is True)
    if step:
        ReplayStepper(make_console(), record, positions, viewer, logs).run(move or 0)
    elif json:
        print_json(replay_data(record, content, story, move_count, viewer, logs if log else None))
    else:
        shown_log = logs if log or move is not None else None
        print_replay(make_console(), record, content, story, move_count, viewer, move is None, shown_log)
        if logs is not None and shown_log is None:
            typer.echo(f"What the bots logged is in {logs.file}; --log shows it with the moves.")
    if svg is not None:
        write_file(svg, story.positions[move_count].svg(viewer))
        typer.echo(f"The picture is in {svg}", err=json)
    if position is not None:
        write_file(position, story.positions[move_count].text("toml" if position.endswith(".toml") else "json"))
        more = " ".join(f"-o {name}={value}" for name, value in record.options.items())
        typer.echo(f"The position is in {position}{f'; to go on as here, give {more}, too' if more else ''}", err=json)


class ReplayStepper:
    """A person looking through a game: the seat whose observations are shown, and the current position."""

    def __init__(
        self,
        console: Console,
        record: Replay,
        positions: list[Position],
        seat: int | None,
        log: ReplayLog | None = None,
    ) -> None:
        self.console, self.record, self.positions, self.log = console, record, positions, log
        self.seat, self.story, self.place = seat, GameStory.of(positions, record.players, seat), 0

    def run(self, place: int) -> None:
        """Show positions as the keys say, until the input ends."""
        self.place = place
        self.console.print(f"{self.positions[0].game.title}: Enter for the next move, ? for the keys", style="bold")
        self.show()
        while (line := ask_line("> ")) is not None:
            word = line.lower()
            if word in ("q", "quit", "exit"):
                return
            if (message := self.handle(word)) is not None:
                self.console.print(message, soft_wrap=True)
            else:
                self.show()

    def handle(self, word: str) -> str | None:
        """Handle one input line; returns a message if no other position is to be shown."""
        end = len(self.story.moves)
        if word in ("", "n", "next"):
            place = self.place + 1
        elif word in ("b", "p", "back", "previous"):
            place = self.place - 1
        elif word in ("start", "end"):
            place = 0 if word == "start" else end
        elif re.fullmatch("[0-9]{1,9}", word):
            place = int(word)
        elif word == "all":
            return self.change_seat(None)
        elif seat := re.fullmatch(r"seat\s*([0-9]{1,3})", word):
            return self.change_seat(int(seat[1]) - 1)
        else:
            return KEYS if word in ("?", "help") else f"{word!r} is no key; ? lists them"
        if place < 0:
            return "This is the beginning."
        if place > end:
            return f"This is the end: {end} moves." if self.place == end else f"There are {end} moves."
        self.place = place
        return None

    def change_seat(self, seat: int | None) -> str | None:
        """Show the same moment as another seat sees it."""
        if seat is not None and seat not in range(self.positions[0].seats):
            return f"There is no {seat_text(seat)}; seats are 1 to {self.positions[0].seats}."
        moves_made = self.story.positions[self.place].length
        self.seat, self.story = seat, GameStory.of(self.positions, self.record.players, seat)
        later = (k for k, position in enumerate(self.story.positions) if position.length >= moves_made)
        self.place = next(later, len(self.story.moves))
        return None

    def show(self) -> None:
        moves, position = self.story.moves, self.story.positions[self.place]
        perspective = "" if self.seat is None else f", as {seat_text(self.seat)} saw it"
        self.console.print()
        self.console.print(f"After {self.place} of {plural(len(moves), 'move')}{perspective}", style="bold")
        self.console.print(position_text(position, self.seat), soft_wrap=True)
        if self.place:
            self.console.print(self._move_line("last", moves[self.place - 1]), soft_wrap=True)
        if self.place < len(moves):
            self.console.print(self._move_line("next", moves[self.place]), soft_wrap=True)
        else:
            self.console.print(f"Result: {end_text(self.record, self.story, self.seat)}", soft_wrap=True)
        print_log(self.console, self.log, position, self.seat)

    def _move_line(self, when: str, move: MoveText) -> str:
        if move.words:
            return f"{when}: {move}"
        players = self.record.players
        name = f" {players[move.seat]}" if move.seat < len(players) else ""
        return f"{when}: {seat_text(move.seat)}{name}: {move}"


def load_replay(file: str, address: str | None) -> Replay:
    """A replay from a file, or one game of a tournament's folder."""
    from pathlib import Path

    from ludus.core.compile.progress import report_compilation
    from ludus.core.replay import Replay
    from ludus.util.errors import OptionError

    if not Path(file).is_dir():
        if address is not None:
            raise OptionError(f"--game {address} goes with the folder of a tournament; {file} is not one")
        return Replay.load(file)
    from ludus.arena import Tournament

    tournament = Tournament.open(file)
    if address is None:
        raise OptionError(f"{file} is a tournament: name one of its games with --game, such as --game 0-1/0")
    with report_compilation(tournament.game):
        return tournament.replay(address)


def replay_positions(record: Replay, file: str) -> tuple[Content, list[Position]]:
    """The content and all positions of a replay; errors name the file."""
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_engine import engine_exports
    from ludus.util.errors import LudusError, ReplayError

    try:
        game, content = record.load_game()
        if change := record.source_change():
            typer.echo(f"ludus: warning: {change}; the game is checked with the file as it is now", err=True)
        with report_compilation(game, lambda: engine_exports(game)):
            return content, record.positions()
    except LudusError as error:
        raise ReplayError(f"{file}: {error}") from None


def print_replay(
    console: Console,
    record: Replay,
    content: Content,
    story: GameStory,
    move_count: int,
    seat: int | None,
    listing: bool,
    log: ReplayLog | None = None,
) -> None:
    position, last, count = story.positions[move_count], story.positions[-1], len(story.moves)
    console.print(last.game.title, style="bold")
    about = {"players": ", ".join(f"{k} {name}" for k, name in enumerate(record.players, 1)) or "not named"}
    about |= {name: str(value) for name, value in deal_info(record, content, seat).items() if name != "options"}
    if record.marks:
        about["marked"] = ", ".join(record.marks)
    about["moves"] = f"{count} that {seat_text(seat)} saw" if seat is not None else str(count)
    if options := deal_info(record, content, seat)["options"]:
        about["options"] = ", ".join(f"{name}={value}" for name, value in options.items())
    console.print(facts_table(about))
    console.print()
    if listing:
        has_words = any(move.words or move.effect for move in story.moves)
        rows = make_table("move", "seat", "", *([""] if has_words else []), right=("move", "seat"))
        for number, move in enumerate(story.moves, 1):
            rows.add_row(
                str(number), str(move.seat + 1), move.text, *([move.words or move.effect] if has_words else [])
            )
        if log is None:
            console.print(rows)
        else:
            for number, (move, before) in enumerate(zip(story.moves, story.positions, strict=False), 1):
                console.print(f"{number}  {seat_text(move.seat)}  {move}", soft_wrap=True, markup=False)
                print_log(console, log, before, seat)
        console.print()
    if move_count < count:
        console.print(f"After {move_count} of {plural(count, 'move')}", style="bold")
    console.print(position_text(position, seat), soft_wrap=True)
    if move_count < count:
        if seat in (None, position.current_player):
            console.print(f"\nLegal: {', '.join(position.legal_move_texts())}")
        console.print(f"Played by {seat_text(story.moves[move_count].seat)}: {story.moves[move_count]}")
    print_log(console, log, position, seat)
    every = "Every other move" if record.fault.get("reason") == "illegal move" else "Every move"
    console.print(f"\nResult: {end_text(record, story, seat)}. {every} is legal.", soft_wrap=True)


def print_log(console: Console, log: ReplayLog | None, position: Position, seat: int | None) -> None:
    """Print what a bot logged at a decision, if anything; a seat sees only its own log."""
    if log is not None and (text := log.text(position.length, seat)):
        console.print(text, soft_wrap=True, markup=False, highlight=False)


def read_log(
    file: str, address: str | None, record: Replay, positions: list[Position], required: bool
) -> ReplayLog | None:
    """The log of a game; None if there is none.

    Raises:
        OptionError: it is required, and there is none.
    """
    from ludus.cli.replay_log import find_log_file, load_log
    from ludus.util.errors import OptionError

    path = find_log_file(file, address)
    log = load_log(path, record.players, positions)
    if log is None and required:
        raise OptionError(
            f"--log: {path} does not exist; games of Python bots and programs have logs, in a tournament or with "
            "`ludus match --logs FOLDER`"
        )
    return log


def end_text(record: Replay, story: GameStory, seat: int | None) -> str:
    """How the game ended, in one line: by its rules, by a fault, or not at all."""
    if fault := visible_fault(record, seat):
        culprit, what = fault.get("seat"), fault.get("what") or fault.get("reason", "unknown")
        if culprit is None:
            return f"broken off; {what}"
        return f"{seat_text(culprit) if isinstance(culprit, int) else 'a seat'} lost by its own fault; {what}"
    result = story.positions[-1].result
    return result_text(result, story.outcome) if result else "not finished"


def visible_fault(record: Replay, seat: int | None) -> dict[str, Any]:
    """The fault that ended a game; its text is only for the player at fault, because it may quote hidden cards."""
    fault = record.fault
    secret = () if seat is None or fault.get("seat") == seat else ("what",)
    return {name: value for name, value in fault.items() if name not in secret}


def deal_info(record: Replay, content: Content, seat: int | None) -> dict[str, Any]:
    """What identifies the deal. With a seat, no seeds and no given decks, which would reveal everything."""
    if seat is None:
        return {"options": record.options, "content": record.content, "seed": record.seed}
    import msgspec

    from ludus.core.game_registry import load_game_by_name

    public = load_game_by_name(record.game).public_content(content)
    all_options, public_options = msgspec.to_builtins(content.options), msgspec.to_builtins(public.options)
    options = {
        name: value for name, value in record.options.items() if public_options.get(name) == all_options.get(name)
    }
    return {"options": options, "content": public.digest}


def replay_data(
    record: Replay, content: Content, story: GameStory, move_count: int, seat: int | None, log: ReplayLog | None = None
) -> dict[str, Any]:
    position, result = story.positions[move_count], story.positions[-1].result
    seats = range(position.seats) if seat is None else [seat]
    moves_visible = not position.end_reason and seat in (None, position.current_player)
    return {
        "game": record.game,
        "rules": record.rules,
        **deal_info(record, content, seat),
        "players": record.players,
        "moves": [
            {"number": k, "seat": item.seat, "text": item.text}
            | ({"log": log.at(before.length, seat)} if log is not None else {})
            for k, (item, before) in enumerate(zip(story.moves, story.positions, strict=False), 1)
        ],
        **({"log": log.at(position.length, seat)} if log is not None else {}),
        "position": {
            "number": move_count,
            "decider": None if position.end_reason else position.current_player,
            "legal": position.legal_move_texts() if moves_visible else [],
            "views": [{"seat": item, **without_history(position.observation(item))} for item in seats],
        },
        "result": None
        if result is None
        else {"reason": result.reason, "shares": list(result.payoffs), "points": list(result.scores)},
        "fault": visible_fault(record, seat) or None,
    }
