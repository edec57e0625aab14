"""A search with a free name, `value`, bound by `specialise`."""

# ruff: noqa: F821


def best_of(x, y):
    return x if worth(x) >= worth(y) else y


def worth(x):
    return value(x) * SIGN


def best_by_address(x, y):
    return best_of(x, y)


SIGN = 1
