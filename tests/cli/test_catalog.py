def test_the_list_has_a_line_for_every_game(ludus):
    lines = ludus("games").stdout.splitlines()
    assert lines[0].split() == ["game", "title", "players", "rules"]
    assert [line.split()[0] for line in lines[1:]] == [
        "auction",
        "dash",
        "delve",
        "dominion",
        "locm",
        "magpies",
        "platformer",
        "tribute",
    ]


def test_a_game_tells_its_options_and_endings(ludus):
    text = ludus("games", "locm").stdout
    assert "1.0 | 1.2 | 1.5" in text
    assert "random decks, battle only" in text
    assert "killed, overdrawn" in text
    assert "pictures" in text


def test_limits_of_an_option_are_printed(ludus):
    assert "2 .. 13" in ludus("games", "auction").stdout


def test_an_unknown_game_is_met_with_the_closest_name(refused):
    for words in (["games", "lcom"], ["bots", "lcom"], ["match", "lcom", "random"], ["compile", "lcom"]):
        assert "did you mean 'locm'?" in refused(*words)


def test_bots_are_listed_with_a_line_each(ludus):
    assert any(line.split()[0] == "random" for line in ludus("bots", "auction").stdout.splitlines())


def test_examples_have_as_many_players_as_the_game_has_seats(ludus):
    assert ludus("bots", "delve", "best-turn").stdout.strip().endswith("match delve best-turn:picks=random")
    assert ludus("bots", "dominion", "big-money").stdout.strip().endswith(" random")


def test_every_option_of_a_bot_is_listed_with_its_default_and_meaning(ludus):
    lines = ludus("bots", "auction").stdout.splitlines()
    assert lines[0].split() == ["bot", "option", "value", "default", "meaning"]
    mcts = next(k for k, line in enumerate(lines) if line.startswith("mcts "))
    options = {line.split()[0]: line for line in lines[mcts + 1 : lines.index("", mcts)]}
    assert {"iterations", "depth", "weights"} <= set(options)
    assert " 400 " in options["iterations"]
    assert "not set" in options["weights"]


def test_bots_say_how_searches_judge_a_game_with_and_without_features(ludus):
    assert "rule `score`" in ludus("bots", "auction").stdout
    assert "rule `score`" in ludus("bots", "auction", "greedy").stdout
    assert " features, such as " in ludus("bots", "locm").stdout


def test_options_of_all_bots_have_a_meaning():
    from ludus.bots.lookup import bot_specs
    from ludus.cli.catalog import option_rows
    from ludus.core.game_registry import load_game

    for name in ("delve", "dominion", "locm", "platformer", "tribute"):
        for bot, spec in bot_specs(load_game(name)).items():
            assert all(row[3] for row in option_rows(spec.options)), (name, bot)
