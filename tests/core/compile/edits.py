"""Things a rule depends on, each in small modules of its own, with an edit that changes the answer.

By name: the files ({name} stands for the folder they are written to), then the file to edit, what stands
there and what it becomes, then the answers before and after.
"""

MAIN = """
    from {name}.other import helper

    @rule(export=True)
    def answer():
        return helper(10)
"""

EDITS = {
    "a_helper_in_another_module": (
        {"main": MAIN, "other": "@rule\ndef helper(x):\n    return x + 1\n"},
        ("other", "x + 1", "x + 2"),
        (11, 12),
    ),
    "a_helper_of_a_helper": (
        {
            "main": MAIN,
            "other": "from {name}.third import deeper\n@rule\ndef helper(x):\n    return deeper(x)\n",
            "third": "@rule\ndef deeper(x):\n    return x * 2\n",
        },
        ("third", "x * 2", "x * 3"),
        (20, 30),
    ),
    "a_constant_of_another_module": (
        {
            "main": "from {name}.other import LIMIT\n@rule(export=True)\ndef answer():\n    return LIMIT\n",
            "other": "LIMIT = 5\n",
        },
        ("other", "5", "6"),
        (5, 6),
    ),
    "a_constant_read_through_its_module": (
        {
            "main": "from {name} import other\n@rule(export=True)\ndef answer():\n    return other.LIMIT\n",
            "other": "LIMIT = 5\n",
        },
        ("other", "5", "6"),
        (5, 6),
    ),
    "a_helper_called_through_its_module": (
        {
            "main": "from {name} import other\n@rule(export=True)\ndef answer():\n    return other.helper(10)\n",
            "other": "@rule\ndef helper(x):\n    return x + 1\n",
        },
        ("other", "x + 1", "x + 2"),
        (11, 12),
    ),
    "an_enum_member": (
        {
            "main": "from {name}.other import Colour\n@rule(export=True)\ndef answer():\n    return Colour.RED.value\n",
            "other": "import enum\nclass Colour(enum.IntEnum):\n    RED = 1\n    BLUE = 2\n",
        },
        ("other", "RED = 1", "RED = 7"),
        (1, 7),
    ),
    "an_enum_member_held_by_a_name": (
        {
            "main": "from {name}.other import CHOSEN\n@rule(export=True)\ndef answer():\n    return CHOSEN + 0\n",
            "other": "import enum\nclass Colour(enum.IntEnum):\n    RED = 1\n    BLUE = 2\nCHOSEN = Colour.RED\n",
        },
        ("other", "CHOSEN = Colour.RED", "CHOSEN = Colour.BLUE"),
        (1, 2),
    ),
    "a_default_argument": (
        {"main": MAIN, "other": "@rule\ndef helper(x, step=1):\n    return x + step\n"},
        ("other", "step=1", "step=4"),
        (11, 14),
    ),
    "a_default_argument_that_is_a_name": (
        {"main": MAIN, "other": "STEP = 1\n@rule\ndef helper(x, step=STEP):\n    return x + step\n"},
        ("other", "STEP = 1", "STEP = 4"),
        (11, 14),
    ),
    "a_closed_over_number": (
        {
            "main": MAIN,
            "other": """
                def make(step):
                    @rule
                    def helper(x):
                        return x + step
                    return helper

                helper = make(1)
            """,
        },
        ("other", "make(1)", "make(5)"),
        (11, 15),
    ),
    "a_constant_of_a_closed_over_module": (
        {
            "main": MAIN,
            "other": """
                from {name} import third

                def make(module):
                    @rule
                    def helper(x):
                        return x + module.STEP
                    return helper

                helper = make(third)
            """,
            "third": "STEP = 1\n",
        },
        ("third", "STEP = 1", "STEP = 5"),
        (11, 15),
    ),
    "a_function_inside_a_rule": (
        {
            "main": MAIN,
            "other": """
                @rule
                def helper(x):
                    def inside(y):
                        return y + 1
                    return inside(x)
            """,
        },
        ("other", "y + 1", "y + 3"),
        (11, 13),
    ),
    "a_constant_of_a_function_inside_a_rule": (
        {
            "main": MAIN,
            "other": """
                STEP = 1

                @rule
                def helper(x):
                    def inside(y):
                        return y + STEP
                    return inside(x)
            """,
        },
        ("other", "STEP = 1", "STEP = 3"),
        (11, 13),
    ),
    "a_number_in_a_tuple": (
        {"main": MAIN, "other": "STEPS = (1, 2)\n@rule\ndef helper(x):\n    return x + STEPS[1]\n"},
        ("other", "(1, 2)", "(1, 3)"),
        (12, 13),
    ),
    "the_order_of_named_fields": (
        {
            "main": MAIN,
            "other": """
                from collections import namedtuple

                Steps = namedtuple("Steps", "near far")
                STEPS = Steps(1, 2)

                @rule
                def helper(x):
                    return x + STEPS.far
            """,
        },
        ("other", '"near far"', '"far near"'),
        (12, 11),
    ),
    "which_function_of_a_library_a_name_means": (
        {"main": MAIN, "other": "from math import floor as turn\n@rule\ndef helper(x):\n    return turn(x + 0.5)\n"},
        ("other", "floor as", "ceil as"),
        (10, 11),
    ),
    "which_type_of_a_library_a_name_means": (
        {"main": MAIN, "other": "import numpy as np\nKIND = np.int8\n@rule\ndef helper(x):\n    return KIND(x * 30)\n"},
        ("other", "np.int8", "np.int64"),
        (44, 300),
    ),
    "which_of_two_helpers_a_third_name_means": (
        {
            "main": MAIN,
            "other": """
                @rule
                def near(x):
                    return x + 1

                @rule
                def remote(x):
                    return x + 100

                third = near

                @rule
                def helper(x):
                    return near(x) + remote(x) + third(x)
            """,
        },
        ("other", "third = near", "third = remote"),
        (132, 231),
    ),
    "a_complex_number": (
        {"main": MAIN, "other": "TURN = 1j\n@rule\ndef helper(x):\n    return (TURN * TURN).real * x\n"},
        ("other", "1j", "2j"),
        (-10.0, -40.0),
    ),
    "the_layout_of_a_record": (
        {
            "main": """
                from ludus.core import Record, int8, int64
                from ludus.core.compile.intrinsics import record_reader

                class Row(Record):
                    first: int8
                    second: int64

                row_at = record_reader(Row)

                @rule(export=True)
                def second(address):
                    return row_at(address).second

                def answer():
                    row = Row.zeros()
                    row["second"] = 7
                    return second(row.ctypes.data)
            """
        },
        ("main", "first: int8", "first: int8[40]"),
        (7, 7),
    ),
    "one_of_two_specialisations_in_one_batch": (
        {
            "main": """
                from ludus.core import bind_template
                from {name} import games, search

                best_small = bind_template(search, value=games.small).best
                best_large = bind_template(search, value=games.large).best

                @rule(export=True)
                def answer():
                    return best_small(1) * 1000 + best_large(1)
            """,
            "search": "def best(x):\n    return score(x)\n\n\ndef score(x):\n    return value(x) + 1\n",
            "games": "@rule\ndef small(x):\n    return x\n\n\n@rule\ndef large(x):\n    return x * 50\n",
        },
        ("games", "x * 50", "x * 70"),
        (2051, 2071),
    ),
    "digits_moved_between_neighbouring_constants": (
        {"main": MAIN, "other": "@rule\ndef helper(x):\n    if x > 1:\n        return x + 23\n    return 0\n"},
        ("other", "x > 1:\n        return x + 23", "x > 12:\n        return x + 3"),
        (33, 0),
    ),
    "digits_moved_inside_a_tuple": (
        {
            "main": MAIN,
            "other": "T = ((0,) * 10 + (51,), 7)\n@rule\ndef helper(x):\n    return T[0][x] + len(T)\n",
        },
        ("other", "(51,), 7)", "(5, 7),)"),
        (53, 6),
    ),
    "an_alias_in_an_enum": (
        {
            "main": "from {name}.other import Colour\n"
            "@rule(export=True)\ndef answer():\n    return Colour.PINK.value\n",
            "other": "import enum\nclass Colour(enum.IntEnum):\n    RED = 1\n    BLUE = 2\n    PINK = 1\n",
        },
        ("other", "PINK = 1", "PINK = 2"),
        (1, 2),
    ),
    "an_enum_member_that_prints_itself_in_its_own_way": (
        {
            "main": "from {name}.other import CHOSEN\n@rule(export=True)\ndef answer():\n    return CHOSEN + 0\n",
            "other": "import enum\nclass Colour(enum.IntEnum):\n    RED = 1\n    def __repr__(self):\n"
            "        return 'colour'\nCHOSEN = Colour.RED\n",
        },
        ("other", "RED = 1", "RED = 7"),
        (1, 7),
    ),
    "a_constant_of_a_module_in_a_function_of_many_names": (
        {
            "main": "from {name} import other\n"
            + "".join(f"N{k} = {k % 2}\n" for k in range(300))
            + "@rule(export=True)\ndef answer():\n    return "
            + " + ".join(f"N{k}" for k in range(300))
            + " + other.LIMIT\n",
            "other": "LIMIT = 5\n",
        },
        ("other", "5", "6"),
        (155, 156),
    ),
}
