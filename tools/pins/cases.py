# ruff: noqa: E501 (a match is one line)
"""Cases of the pins: matches, commands, replays, studies and tournaments.

A match is one line: GAME | BOTS | GAMES | OPTIONS | FLAGS; options and flags may be missing. The line is the name of the
pin in the baseline, so a changed line is a new pin. Files are in tests/pins/corpus. Searches have budgets in iterations
or nodes, never in time, so that results do not depend on the machine.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

# A draft and two decks, as options of Legends of Code and Magic.
OFFERS = ", ".join(f"{k} {k + 40} {k + 90}" for k in range(1, 31))
DECKS = f"{' '.join(map(str, range(1, 31)))} / {' '.join(map(str, range(61, 91)))}"

A, B, C = "corpus/agents", "corpus/bots", "corpus/content"
PYTHON = "--in-process"  # faster than a process for each Python bot

LOCM = f"""
locm | random | 1000
locm | random | 1000 | version=1.0
locm | random | 1000 | version=1.5
locm | random | 1000 | setup=dealt
locm | random | 500 | version=1.0 setup=dealt
locm | random | 500 | version=1.5 setup=dealt
locm | baseline1 baseline2 | 500
locm | baseline1 baseline2 | 500 | version=1.0
locm | baseline1 baseline2 | 500 | version=1.5
locm | weighted greedy | 500
locm | weighted baseline2 | 500 | version=1.0
locm | weighted baseline2 | 500 | version=1.5
locm | coac:nodes=200 greedy | 100
locm | coac:nodes=200,year=2019 coac:nodes=200 | 30
locm | coac:nodes=100 baseline1 | 30 | version=1.0
locm | coac:nodes=100 baseline1 | 30 | version=1.5
locm | chad:iterations=30 weighted | 30
locm | chad:iterations=30 onelane:nodes=50 | 30 | version=1.5
locm | onelane:nodes=50 baseline2 | 100
locm | onelane:nodes=50 baseline2 | 100 | version=1.0
locm | two-ply:redeals=2 turn:iterations=10 | 30
locm | beam:width=3,depth=6 flat:iterations=20 | 30
locm | mcts:iterations=20 random | 30
locm | mcts:iterations=30,scope=turn,backup=max,exploration=0.4,depth=5,redeals=3,nodes=200 greedy | 30
locm | mcts:iterations=20,depth=4 greedy | 18 | version=1.5
locm | champion champion-standard | 12
locm | agent:genome={A}/locm-linear.json agent:genome={A}/locm-binary.json | 100
locm | agent:genome={A}/locm-tree.json agent:genome={A}/locm-extended.json | 100
locm | greedy:weights={A}/locm-tree.json beam:width=2,depth=4,weights={A}/locm-extended.json | 30
locm | mcts:iterations=15,depth=3,weights={A}/locm-binary.json two-ply:redeals=1,weights=champion | 18
locm | baseline1+greedy coac:nodes=50+random | 100
locm | random+turn:iterations=8 weighted+mcts:iterations=10,depth=2 | 18
locm | greedy random | 200 | cards={C}/cards.csv
locm | greedy random | 100 | draft_seed=5 shuffle_seed_0=6 shuffle_seed_1=7
locm | random greedy | 100 | version=1.5 card_seed=5
locm | greedy random | 100 | "offers={OFFERS}"
locm | greedy random | 100 | "decks={DECKS}"
locm | random baseline2 | 200 | | --competition
locm | random baseline2 | 200 | version=1.5 | --competition
locm | random baseline2 | 200 | | --in-a-row
locm | greedy random | 100 | | --from corpus/positions/locm.json
locm | {B}/witness.py:Witness {B}/witness.py:Trier | 12 | | {PYTHON}
locm | {B}/witness.py:Witness:level=3 random | 6
locm | {B}/witness.py:Clumsy random | 6 | | {PYTHON}
locm | "cmd:python {B}/passive.py" random | 6
locm | "cmd:python {B}/passive.py" greedy | 6 | version=1.0
locm | "lines:python {B}/lines.py" random | 6
"""

DOMINION = f"""
dominion | random | 300
dominion | random | 300 | edition=second
dominion | random random random | 150 | seats=3
dominion | earl drew sarah mary | 200 | seats=4
dominion | big-money big-money:terminal=false | 300 | edition=second seats=2
dominion | earl drew | 500
dominion | earl drew | 500 | ties=points
dominion | earl drew | 300 | declining=true edition=second
dominion | earl chuck | 200 | turn_cap=12
dominion | sarah mary | 300 | edition=second
dominion | chuck drew | 300 | kingdom=size-distortion
dominion | earl big-money | 300 | kingdom=first-game
dominion | drew mary | 300 | kingdom=big-money
dominion | drew steward | 200 | kingdom=interaction
dominion | sarah steward | 200 | kingdom=village-square
dominion | steward fynbo-nellemann:orders=4,samples=4 | 30
dominion | steward earl | 150 | edition=second
dominion | fynbo-nellemann:orders=3,samples=3 drew | 30 | edition=second
dominion | fynbo-nellemann:orders=3,samples=3,networks={A}/fynbo.json steward:weights={A}/steward_by_hand.json | 30
dominion | greedy two-ply:redeals=1 | 12
dominion | turn:iterations=8 beam:width=2,depth=4 | 12
dominion | flat:iterations=10 random | 6 | turn_cap=30
dominion | mcts:iterations=10,depth=20 greedy | 12
dominion | mcts:iterations=10,scope=turn,backup=max,redeals=2 random | 12 | edition=second
dominion | agent:genome={A}/dominion-linear.json agent:genome={A}/dominion-tree.json | 30 | turn_cap=60
dominion | agent:genome={A}/dominion-binary.json greedy:weights={A}/dominion-linear.json | 30 | turn_cap=60
dominion | earl drew | 200 | kingdom={C}/kingdom.txt
dominion | earl drew | 200 | cards={C}/own.toml kingdom=Bazaar,Pawnbroker,Cellar,Market,Militia,Mine,Moat,Remodel,Smithy,Village
dominion | earl drew | 100 | kingdom=first-game | --from corpus/positions/dominion.json
dominion | earl drew | 200 | | --in-a-row
dominion | {B}/witness.py:Witness {B}/witness.py:Trier | 6 | turn_cap=20 | {PYTHON}
dominion | "lines:python {B}/lines.py" drew | 6 | turn_cap=20
"""

TRIBUTE = f"""
tribute | random | 300
tribute | random | 300 | compat=reference
tribute | random | 200 | patrons=random
tribute | random | 200 | patrons=ansei,pelin,psijic,rajhin
tribute | random | 200 | offer=ansei,pelin,psijic,rajhin,hlaalu
tribute | random | 200 | upgrades=false
tribute | random | 100 | turn_limit=12
tribute | random-no-end | 100 | "first_deck=6 gold, 2 peck, swipe"
tribute | random-no-end | 100 | "second_deck=4 gold, 3 swipe" compat=reference
tribute | random-2023 random-no-end-2023 | 100
tribute | random-no-end max-agents-2023 | 100
tribute | max-agents patron-favors-2023 | 100
tribute | max-agents:tiers=measured patron-favors | 100
tribute | max-prestige-2023 max-prestige | 100
tribute | max-prestige decision-tree-2023:patrons=apriori | 100 | compat=reference
tribute | decision-tree decision-tree:tiers=measured,patrons=pelin/ansei/psijic/rajhin | 100
tribute | decision-tree shopping-decision-tree | 100 | upgrades=false
tribute | shopper shopping-decision-tree:tiers=measured | 100
tribute | random-simulation:iterations=10 decision-tree | 18
tribute | random-simulation:iterations=8,weights=cma,tiers=measured random-simulation-2023:iterations=30 | 12
tribute | mcts:iterations=10 beam:width=3 | 12
tribute | mcts:iterations=10,backup=mean,exploration=0.5,redeals=2,weights=bred decision-tree | 12
tribute | mcts-2023:iterations=10 beam-2023 | 6
tribute | mcts-2023:iterations=10,fresh=false beam:width=2,weights={A}/heuristic_bred.toml | 12 | compat=reference
tribute | courtier:iterations=20 decision-tree | 18
tribute | courtier:iterations=15,redeals=2,exploration=0.7,weights={A}/courtier_by_hand.json,patrons=random max-prestige | 12
tribute | greedy two-ply:redeals=1 | 12
tribute | turn:iterations=8 flat:iterations=6 | 6
tribute | agent:genome={A}/tribute-linear.json agent:genome={A}/tribute-tree.json | 18
tribute | agent:genome={A}/tribute-binary.json greedy:weights={A}/tribute-linear.json | 18
tribute | random-2023+random decision-tree+beam:width=2 | 12
tribute | decision-tree random | 100 | cards={C}/mercer.toml patrons=mercer,ansei,pelin,psijic
tribute | decision-tree random | 30 | | --from corpus/positions/tribute.json
tribute | decision-tree random | 100 | | --in-a-row
tribute | {B}/witness.py:Witness {B}/witness.py:Trier | 6 | turn_limit=40 | {PYTHON}
tribute | {B}/magpie.py:Magpie random | 6
tribute | "lines:python {B}/lines.py" random | 6 | turn_limit=40
"""

DELVE = f"""
delve | random | 300
delve | random | 200 | deck=1 tree=none
delve | thesis-random | 300
delve | thesis-random:picks=greedy | 200 | deck=new-3
delve | roulette | 300 | twins=true deck=5
delve | roulette:aim=first,picks=lookahead | 150 | tree=hand-made
delve | greedy-card | 300
delve | greedy-card:picks=greedy,aim=first | 200 | tree=bad deck=12
delve | greedy-card:picks=3/1/2 | 200 | first=2 last=5 points=4
delve | best-turn | 150
delve | best-turn:picks=lookahead,aim=first | 100 | deck=new-12
delve | lucky | 100
delve | lucky:outcome=after,picks=greedy | 100 | deck=20
delve | strategist:ways=4,redeals=4 | 18
delve | strategist:ways=3,redeals=2,picks=random | 18 | tree={C}/web.toml
delve | greedy-card | 200 | encounters={C}/easy.csv
delve | greedy-card | 200 | cards={C}/types.toml deck={C}/decks.csv:novas
delve | best-turn | 40 | "nodes=Wide Swing, Steady Aim"
delve | greedy | 100
delve | greedy:weights={A}/delve-linear.json | 100
delve | agent:genome={A}/delve-linear.json | 100
delve | agent:genome={A}/delve-binary.json | 100
delve | agent:genome={A}/delve-tree.json | 100
delve | two-ply:redeals=2 | 18
delve | turn:iterations=10 | 18
delve | beam:width=3,depth=5 | 18
delve | flat:iterations=20 | 12
delve | mcts:iterations=20 | 12
delve | mcts:iterations=20,scope=turn,backup=max,redeals=2,nodes=100 | 12
delve | greedy-card | 100 | | --from corpus/positions/delve.json
delve | {B}/witness.py:Witness | 12 | | {PYTHON}
delve | {B}/witness.py:Trier | 12 | | {PYTHON}
delve | "lines:python {B}/lines.py" | 6
"""

PLATFORMER = f"""
platformer | random | 10 | seconds=20
platformer | random | 6 | level=trap-school respawn=start seconds=20
platformer | walker | 4
platformer | walker | 4 | level=trap-school
platformer | walker | 2 | level=tower
platformer | walker | 2 | level=composites respawn=start
platformer | walker | 4 | level={C}/yard.level seconds=60
platformer | greedy | 2 | seconds=10
platformer | two-ply:redeals=1 | 2 | seconds=4
platformer | turn:iterations=4 | 2 | seconds=4
platformer | beam:width=2,depth=4 | 2 | seconds=4
platformer | flat:iterations=9 | 1 | seconds=2
platformer | mcts:iterations=8,depth=30 | 2 | seconds=3 level=trap-school
platformer | mcts:iterations=8,scope=turn,depth=10,nodes=64 | 2 | seconds=3
platformer | walker | 4 | level=trap-school | --from corpus/positions/platformer.json
platformer | {B}/witness.py:Witness | 1 | seconds=3 | {PYTHON}
platformer | "lines:python {B}/lines.py" | 1 | seconds=2
"""

MATCHES = LOCM + DOMINION + TRIBUTE + DELVE + PLATFORMER

# Matches in plain Python, which is several hundred times slower: every game, every version, every kind of search.
PLAIN = f"""
locm | random random | 4
locm | random greedy | 4 | version=1.0
locm | random random | 4 | version=1.5
locm | random random | 4 | setup=dealt
locm | baseline1 baseline2 | 4
locm | weighted greedy | 4
locm | coac:nodes=20 onelane:nodes=10 | 2
locm | chad:iterations=4 random | 2
locm | two-ply:redeals=1 turn:iterations=4 | 2
locm | beam:width=2,depth=2 flat:iterations=1 | 2
locm | mcts:iterations=4,depth=2 random | 2
locm | mcts:iterations=4,scope=turn,backup=max,redeals=2,nodes=50 random | 2
locm | agent:genome={A}/locm-tree.json agent:genome={A}/locm-extended.json | 2
locm | agent:genome={A}/locm-linear.json agent:genome={A}/locm-binary.json | 2
locm | baseline1+greedy random+beam:width=1,depth=2 | 2
dominion | random random | 4 | turn_cap=30
dominion | random random | 4 | turn_cap=30 edition=second
dominion | earl drew | 4
dominion | sarah mary chuck | 3 | seats=3
dominion | big-money steward | 2
dominion | fynbo-nellemann:orders=2,samples=2 earl | 2 | turn_cap=15
dominion | greedy two-ply:redeals=1 | 2 | turn_cap=6
dominion | turn:iterations=4 beam:width=1,depth=2 | 2 | turn_cap=6
dominion | mcts:iterations=4,depth=4 flat:iterations=1 | 2 | turn_cap=4
dominion | agent:genome={A}/dominion-tree.json random | 2 | turn_cap=8
tribute | random random | 2
tribute | random random | 2 | compat=reference
tribute | random-2023 random-no-end-2023 | 2
tribute | random-no-end max-agents | 2
tribute | max-agents-2023 patron-favors | 2
tribute | patron-favors-2023 max-prestige | 2
tribute | max-prestige-2023 decision-tree | 2 | turn_limit=20
tribute | decision-tree-2023 shopper | 2
tribute | shopping-decision-tree random-simulation:iterations=2 | 2 | turn_limit=16
tribute | random-simulation-2023:iterations=2 mcts:iterations=2 | 2 | turn_limit=12
tribute | mcts-2023:iterations=3 beam:width=1 | 2 | turn_limit=10
tribute | beam-2023 courtier:iterations=2,redeals=1 | 2 | turn_limit=6
tribute | greedy two-ply:redeals=1 | 2 | turn_limit=10
tribute | turn:iterations=4 flat:iterations=1 | 2 | turn_limit=6
tribute | agent:genome={A}/tribute-tree.json random | 2 | turn_limit=16
delve | random | 6
delve | thesis-random | 3
delve | roulette | 3
delve | greedy-card:picks=greedy | 3
delve | best-turn:picks=lookahead | 3
delve | lucky | 3
delve | strategist:ways=2,redeals=1,picks=random | 3 | last=2
delve | greedy | 3
delve | agent:genome={A}/delve-tree.json | 3
delve | two-ply:redeals=1 | 3 | last=2
delve | turn:iterations=4 | 3
delve | beam:width=2,depth=2 | 3
delve | flat:iterations=1 | 3 | last=2
delve | mcts:iterations=3 | 3 | last=2
platformer | random | 3 | seconds=2
platformer | walker | 3 | seconds=4 level=trap-school
platformer | greedy | 3 | seconds=2
platformer | two-ply:redeals=1 | 3 | seconds=2
platformer | turn:iterations=1 | 3 | seconds=2
platformer | beam:width=1,depth=2 | 3 | seconds=2
platformer | flat:iterations=1 | 1 | seconds=1
platformer | mcts:iterations=4,depth=2 | 3 | seconds=2
"""

# `ludus make`: name of the folder, game, flags.
MADE = {
    "level": ("platformer", "--setup thesis --rooms 3x1 --difficulty 0.5"),
    "levels-tall": ("platformer", "--setup thesis --rooms 2x2 --loops 0.5 --branching 0.3 --fill open --doubles --count 2"),
    "level-solid": ("platformer", "--setup thesis --rooms 4x1 --fill solid --traps saw,squeeze,jaws --challenges 2 --respawn start"),
    "level-designed": ("platformer", "--rooms 3x1 --style ruins --pacing rising"),
    "campaign": ("platformer", "--setup thesis --rooms 2x1 --curve 0.3,0.6"),
    "tree": ("delve", "--nodes 6 --generations 4 --setup thesis --target-win 0.7"),
    "tree-nsga3": ("delve", "--nodes 6 --generations 3 --setup thesis --method nsga3 --untuned"),
    "tree-four": ("delve", "--nodes 6 --generations 3 --setup thesis --objectives four --crossover builds --untuned"),
    "tree-evolutionary": ("delve", "--nodes 6 --generations 3 --setup thesis --method evolutionary --untuned --count 2"),
    "tree-weighted": ("delve", "--nodes 6 --generations 3 --setup thesis --method weighted --weights WinRate=3 --untuned"),
    "tree-climbed": ("delve", "--nodes 6 --generations 3 --setup thesis --method hill-climbing --formulas printed --untuned"),
    "tree-randomised": ("delve", "--nodes 6 --generations 3 --setup thesis --method randomised-hill-climbing --untuned"),
    "tree-choices": ("delve", "--nodes 6 --generations 3"),
    "kingdom": ("dominion", "--length 20 --kingdoms 2 --population 6 --generations 2 --search-games 20 -n 40"),
    "kingdom-wins": ("dominion", "--wins 0.5 --keep Witch --ban Moat --kingdoms 1 --population 6 --generations 2 "
                     "--search-games 20 -n 40"),
    "map-trees": ("delve", "--map size --generations 2 --nodes 6"),
    "encounters": ("delve", "--tune-encounters --generations 2"),
    "online": ("delve", "--online -n 40"),
    "band": ("platformer", "--setup thesis --band 0.4-0.6 --skill 0 --rooms 2x1 --count 2"),
    "map-kingdoms": ("dominion", "--map skill --population 6 --generations 2 --search-games 20 -n 40"),
    "cards-locm": ("locm", "--balance --rounds 1 -n 200 --hold-out-games 200"),
    "cards-tribute": ("tribute", "--balance --rounds 1 --population 4 --generations 1 --search-games 200 -n 400"),
}  # fmt: skip

# `ludus inspect`: name of the pin, game, arguments.
INSPECTED = {
    "locm official": ("locm", "official -n 400"),
    "locm what if": ("locm", "official -n 200 --change 48.cost=3"),
    "dominion first-game": ("dominion", "first-game -n 60"),
    "tribute official": ("tribute", "official -n 400"),
    "delve bad": ("delve", "bad -n 40 --what-if Almighty=4"),
    "platformer trap-school": ("platformer", "trap-school -n 40"),
}

# Replays of the corpus: name, then game, bots, options and the index of the game.
REPLAYS = {
    "locm": ("locm", "coac:nodes=50 greedy", "", 1),
    "locm-1.0": ("locm", "baseline1 baseline2", "version=1.0", 2),
    "locm-1.5": ("locm", "weighted random", "version=1.5", 0),
    "locm-dealt": ("locm", "greedy random", "setup=dealt", 3),
    "locm-own": ("locm", "random greedy", f"cards={C}/cards.csv", 0),
    "dominion": ("dominion", "earl drew", "kingdom=first-game", 0),
    "dominion-second": ("dominion", "steward earl", "edition=second", 2),
    "dominion-four": ("dominion", "earl drew sarah mary", "seats=4", 1),
    "tribute": ("tribute", "decision-tree max-prestige", "", 0),
    "tribute-reference": ("tribute", "random-2023 decision-tree-2023", "compat=reference", 1),
    "tribute-own": ("tribute", "decision-tree random", f"cards={C}/mercer.toml patrons=mercer,ansei,pelin,psijic", 0),
    "delve": ("delve", "greedy-card", "", 0),
    "delve-web": ("delve", "best-turn:picks=lookahead", f"tree={C}/web.toml deck=7", 1),
    "platformer": ("platformer", "walker", "level=trap-school", 0),
    "platformer-yard": ("platformer", "walker", f"level={C}/yard.level seconds=30", 0),
}

STUDIES = (
    "delve-players",
    "delve-trees",
    "dominion-cards",
    "dominion-champion",
    "dominion-landscape",
    "dominion-networks",
    "locm-beyond",
    "locm-champion",
    "locm-representation",
    "platformer-calibration",
    "platformer-dial",
    "platformer-difficulty",
    "platformer-rooms",
    "tribute-cards",
    "tribute-champion",
    "tribute-thesis",
    "tribute-weights",
)

# Settings that make runs of the corpus smaller than the quick preset, because the corpus is committed.
SMALLER = {
    "delve-players": ("trees=2", "walks=2", "orders=1", "runs=1"),
    "tribute-cards": ('players=["decision-tree", "shopper"]', "games=100", "part=100"),
    "tribute-thesis": ("games=8", "tournaments=4", "block=2", "width_games=8", "backup_games=8"),
}

# Killed runs of the corpus: study, name of an evolution, count. The run is killed after this number of generations of the
# evolution; without a name, after this number of stored results.
HALF_RUNS = {
    "delve-players": ("delve-players", "", 3),
    "delve-trees": ("delve-trees", "", 60),
    "dominion-cards-paper": ("dominion-cards", "max-earl-drew/paper-02", 2),
    "dominion-cards-set": ("dominion-cards", "min-earl-drew/set-01", 2),
    "dominion-champion": ("dominion-champion", "evaluation", 2),
    "dominion-landscape": ("dominion-landscape", "search/1", 3),
    "dominion-networks-progress": ("dominion-networks", "progress", 5),
    "dominion-networks-buy": ("dominion-networks", "buy 2", 1),
    "locm-beyond-portfolio": ("locm-beyond", "portfolio-1", 3),
    "locm-beyond-tree": ("locm-beyond", "extended-tree-1", 3),
    "locm-beyond-cma": ("locm-beyond", "cma-1", 3),
    "locm-champion": ("locm-champion", "weights", 2),
    "locm-representation": ("locm-representation", "tree-from-linear-1", 5),
    "platformer-calibration": ("platformer-calibration", "fit/players", 1),
    "platformer-dial": ("platformer-dial", "", 2),
    "platformer-difficulty": ("platformer-difficulty", "", 8),
    "platformer-rooms": ("platformer-rooms", "", 28),
    "tribute-cards": ("tribute-cards", "", 2),
    "tribute-champion": ("tribute-champion", "dials", 1),
    "tribute-thesis": ("tribute-thesis", "", 20),
    "tribute-weights-breed": ("tribute-weights", "breed", 2),
    "tribute-weights-cma": ("tribute-weights", "cma", 2),
}
QUICK_HALF_RUNS = ("tribute-weights-cma",)

# Tournaments of the corpus: game, bots, games per pair, flags. The corpus has each one finished and killed.
TOURNAMENTS = {
    "locm": ("locm", "random baseline1 greedy mcts:iterations=60", 200, ""),
    "ladder": ("locm", "random baseline1 baseline2 onelane:nodes=300", 400, "--ladder"),
    "gauntlet": ("dominion", "fynbo-nellemann earl drew", 400, "--gauntlet"),
    "python": ("tribute", f"random {B}/witness.py:Witness {B}/witness.py:Trier", 6, "-o turn_limit=30"),
    "alone": ("delve", "random greedy-card strategist", 300, ""),
}

QUICK_TOURNAMENTS = ("ladder",)

# Killed `ludus make` commands of the corpus: game, flags.
HALF_MADE = {
    "tree": ("delve", "--nodes 10 --generations 100 --target-win 0.7"),
    "map": ("delve", "--map size --nodes 10 --generations 40"),
    "encounters": ("delve", "--tune-encounters --generations 20"),
    "levels": ("platformer", "--rooms 4x1 --difficulty 0.5 --count 3"),
    "campaign": ("platformer", "--rooms 2x1 --curve 0.3,0.5,0.7"),
}


@dataclass(frozen=True)
class Match:
    """A match: one line of `MATCHES` or `PLAIN`."""

    name: str
    game: str
    bots: tuple[str, ...]
    games: int
    options: tuple[str, ...]
    flags: tuple[str, ...]


def read_matches(lines: str) -> list[Match]:
    """Parse lines of matches."""
    return [_parse_match(line) for line in lines.splitlines() if line]


def _parse_match(line: str) -> Match:
    """Parse one line; bots and options that contain blanks are in quotation marks."""
    game, bots, games, options, flags = ([part.strip() for part in line.split("|")] + ["", ""])[:5]
    return Match(line, game, tuple(shlex.split(bots)), int(games), tuple(shlex.split(options)), tuple(flags.split()))
