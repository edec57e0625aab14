"""Batches of matches on a GPU: packed by the kernel they need, played, and unpacked.

The games of all matches of one kernel shape are packed into one sequence, with the data they refer to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.gpu.kernel_binding import KernelShape
from ludus.arena.match_spec import Match
from ludus.bots import CompiledBot
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import Content, Game
from ludus.core.game_engine import get_engine
from ludus.core.rule import is_compiled
from ludus.core.structured_records import copy_record
from ludus.util.errors import OptionError

if TYPE_CHECKING:
    from ludus.backends.cuda import Cuda


ALIGNMENT = 16  # bytes

MAX_GAMES_ON_GPU = 1 << 26  # games whose results are in GPU memory at the same time


def play_on_gpu(
    matches: Sequence[Match], games: Sequence[int], backend: Cuda, progress: Callable[[int], None] | None = None
) -> list[Outcomes]:
    """Play a number of games of each match on a GPU: the same results as `run_matches` on any other backend."""
    from ludus.arena.gpu.launch import play_packed

    outcomes: dict[int, Outcomes] = {}
    for shape, same_shape in group_by_shape(matches).items():
        for numbers in _batches_that_fit(same_shape, games):
            packed = PackedMatches(shape, [matches[k] for k in numbers], [games[k] for k in numbers])
            results = play_packed(packed, backend.device, progress)
            outcomes.update(zip(numbers, packed.outcomes(results), strict=True))
    return [outcomes[k] for k in range(len(matches))]


def play_with_stats_on_gpu(
    match: Match,
    stats_name: str,
    data: np.ndarray,
    firsts: np.ndarray,
    games: int,
    backend: Cuda,
    progress: Callable[[int], None] | None = None,
) -> tuple[Outcomes, np.ndarray]:
    """Play games of one match with statistics, on game data records of their own.

    Args:
        match: The match.
        stats_name: Name of the statistics.
        data: Game data records.
        firsts: For each record the number of its first game.
        games: Number of games for each record.
        backend: The GPU backend.
        progress: Called with the number of finished games.

    Returns:
        The outcomes, and the statistics of each game.
    """
    from ludus.arena.gpu.launch import play_packed

    packed = PackedMatches.of_data(match, stats_name, data, firsts, games)
    results = play_packed(packed, backend.device, progress)
    return packed.outcomes(results)[0], packed.stats(results)


class PackedMatches:
    """Matches of one shape, with their games in the order of play: games that share game data and the first player are
    neighbours. The results are in the order of the matches and of their games.
    """

    def __init__(self, shape: KernelShape, matches: Sequence[Match], games: Sequence[int]) -> None:
        self.shape, self._data_pool, self._params = shape, BytePool(), BytePool()
        ends = list(accumulate(games))
        self.parts = [range(end - count, end) for end, count in zip(ends, games, strict=True)]
        self.total = ends[-1]
        known: dict[tuple[Any, ...], np.ndarray] = {}
        lines = []
        for match, count in zip(matches, games, strict=True):
            key = *map(id, match.contents), match.seed if match.competition else None, count
            if key not in known:
                known[key] = self._lines(match, count)
            lines.append(known[key])
        self.stretches = np.repeat(self._players(matches), [len(rows) for rows in lines])
        number, step, counts, places = np.concatenate(lines).T
        columns = {"begins": np.cumsum(counts) - counts, "number": number, "step": step, "game_data": places}
        for name, values in columns.items():
            self.stretches[name] = values
        self.all_data, self.params = self._data_pool.joined(), self._params.joined()

    @classmethod
    def of_data(
        cls, match: Match, stats_name: str | None, data: np.ndarray, firsts: np.ndarray, games: int
    ) -> PackedMatches:
        """Pack games of one match on several complete game data records, with statistics.

        For each k, games firsts[k], firsts[k] + 1 and so on are played on the k-th of `data`, `games` of them.
        """
        self = cls.__new__(cls)
        self.shape = KernelShape(match.game, _bots_in_match(match), match.seats, False, stats_name)
        self._params, count = BytePool(), len(data)
        self.total = count * games
        self.parts = [range(self.total)]
        self.stretches = np.repeat(self._players([match]), count)
        begins = np.arange(count) * games
        columns = {"begins": begins, "number": firsts, "step": 1, "place": begins - firsts}
        for name, values in (columns | {"game_data": np.arange(count) * data.itemsize}).items():
            self.stretches[name] = values
        self.all_data, self.params = data, self._params.joined()
        return self

    def results(self) -> np.ndarray:
        """An array for the results of all games, then for their statistics."""
        words = (2 * self.shape.seats + 2) * self.total
        return np.zeros(words + -(-self.shape.stats_bytes * self.total // 8), np.int64)

    def stats(self, results: np.ndarray) -> np.ndarray:
        """The statistics of every game, in the order of the games."""
        kind = self.shape.game.load_stats(self.shape.stats_name or "").record
        counted = results[(2 * self.shape.seats + 2) * self.total :].view(np.uint8)
        return counted[: self.total * kind.nbytes].view(kind.dtype)

    def outcomes(self, results: np.ndarray) -> list[Outcomes]:
        """The results as the outcomes of each match."""
        seats, total = self.shape.seats, self.total
        ends = np.array([seats, 2 * seats, 2 * seats + 1, 2 * seats + 2]) * total
        payoffs, scores, end_reasons, lengths, _ = np.split(results, ends)
        columns = payoffs.view(np.float64).reshape(total, seats), scores.reshape(total, seats), end_reasons, lengths
        return [Outcomes(*(column[part.start : part.stop] for column in columns)) for part in self.parts]

    def _lines(self, match: Match, games: int) -> np.ndarray:
        """Rows of number, step, count, place of the game data: games with the same game data and first player."""
        seats, kinds = match.seats, len(match.contents)
        if match.competition:  # its own game data for each deal
            numbers, step = np.arange(0, games, seats), 1
            counts = np.minimum(games - numbers, seats)
            places = [self._data_pool.add(match.content_of(int(number)).data) for number in numbers]
        else:
            numbers, step = np.arange(min(kinds * seats, games)), kinds * seats
            counts = (games - numbers + step - 1) // step
            offsets = [self._data_pool.add(content.data) for content in match.contents]
            places = [offsets[number // seats] for number in numbers]
        return np.stack([numbers, np.full_like(numbers, step), counts, np.array(places)], axis=1)

    def _players(self, matches: Sequence[Match]) -> np.ndarray:
        """One row per match with everything that is the same in all its games."""
        rows, seats = self.shape.stretch.zeros(len(matches)), range(self.shape.seats)
        known: dict[tuple[int, int], tuple[Any, ...]] = {}
        for match in matches:
            for p in seats:
                if (key := (id(match.players[p]), p)) not in known:
                    known[key] = self._player(match.players[p], p)
        members_by_match = [[known[id(match.players[p]), p] for p in seats] for match in matches]
        for column, name in enumerate(("members", "bots", "params", "memories")):
            rows[name] = [[player[column] for player in players] for players in members_by_match]
        rows["roots"] = [match.seed_roots() for match in matches]
        rows["place"] = [part.start for part in self.parts]
        return rows  # type: ignore[no-any-return]

    def _player(self, player: Any, p: int) -> tuple[Any, ...]:
        """The number of members, and by phase their bots, parameters and memory offsets."""
        shape, members = self.shape, phase_members(player)
        own = [k if len(members) > 1 else 0 for k in range(shape.phases)]
        return (
            len(members),
            [shape.bots.index(members[k].spec) for k in own],
            [self._params.add(members[k].params) for k in own],
            [shape.layout.memory_of(p, k, shape.phases) for k in own],
        )


class BytePool:
    """A byte buffer for the GPU in which equal arrays are stored once."""

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, array: np.ndarray) -> int:
        """The offset of an array in the buffer; added if it is new."""
        data = array.tobytes()
        if data not in self._places:
            self._places[data] = self._size
            self._parts.append(data + bytes(-len(data) % ALIGNMENT))
            self._size += len(self._parts[-1])
        return self._places[data]

    def joined(self) -> np.ndarray:
        return np.frombuffer(b"".join(self._parts), np.uint8)


def group_by_shape(matches: Sequence[Match]) -> dict[KernelShape, list[int]]:
    """The numbers of the matches of each shape."""
    by_key: dict[tuple[Any, ...], tuple[KernelShape, list[int]]] = {}
    prepares: dict[tuple[int, ...], bool] = {}
    for number, match in enumerate(matches):
        contents = tuple(map(id, match.contents))
        if contents not in prepares:
            prepares[contents] = any(content_varies_by_seed(match.game, content) for content in match.contents)
        bots = _bots_in_match(match)
        key = id(match.game), tuple(map(id, bots)), match.seats, prepares[contents]
        if key not in by_key:
            by_key[key] = KernelShape(match.game, bots, match.seats, prepares[contents]), []
        by_key[key][1].append(number)
    return dict(by_key.values())


def phase_members(player: Any) -> tuple[CompiledBot, ...]:
    """The members of a bot, one per phase of the game; or the bot alone."""
    if not isinstance(player, CompiledBot) or not is_compiled(player.choose_entry):
        raise OptionError(f"{player.name}: only compiled bots play on a GPU; use threads for others")
    members = player.members if player.spec is None else (player,)
    for member in members:
        if member.spec is not None and not member.spec.runs_on_gpu:
            raise OptionError(f"{member.name} does not play on a GPU; use threads")
        if not member.reproducible:
            raise OptionError(f"{member.name} searches by the clock, which a GPU lacks; use threads")
    return members


def _bots_in_match(match: Match) -> tuple[BotSpec, ...]:
    """The bots that meet in a match, each once, in an order that does not depend on seats."""
    bots = {id(member.spec): member.spec for player in match.players for member in phase_members(player)}
    return tuple(sorted((bot for bot in bots.values() if bot), key=lambda bot: bot.name))


def content_varies_by_seed(game: Game, content: Content) -> bool:
    """Whether games complete this content from their seeds, so that each needs its own game data.

    Detected by trying one seed: the game contract says that this depends on the game data alone.
    """
    if not game.rules.has_seeded_content:
        return False
    own = copy_record(content.data)
    get_engine(game).prepare(own.ctypes.data, 1)
    return own.tobytes() != content.data.tobytes()


def _batches_that_fit(numbers: list[int], games: Sequence[int]) -> Iterator[list[int]]:
    """Split matches into batches that fit into GPU memory together; a long one may be alone."""
    batch: list[int] = []
    for number in numbers:
        if batch and sum(games[k] for k in batch) + games[number] > MAX_GAMES_ON_GPU:
            yield batch
            batch = []
        batch.append(number)
    yield batch
