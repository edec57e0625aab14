"""Rules of health, runes and the draws caused by damage."""

# mypy: ignore-errors

from ludus.core import rule

OVERDRAW_DAMAGE = 10  # 1.5 [6.3]


@rule(inline=True)
def change_health(table, player, change):
    """Change a player's health, once per action. Damage gives cards: by runes, in 1.5 per 5 health lost [7.1-7.3]."""
    player.health += change
    if table.runes != 0:
        # The runes below the health remain; only damage breaks runes.
        runes = int(player.runes)
        remaining = min(runes, max(player.health - 1, 0) // 5) if change < 0 else runes
        player.runes = remaining
        player.next_draw += runes - remaining
    elif change < 0:
        before = player.lost // 5
        player.lost -= change
        player.next_draw += player.lost // 5 - before


@rule
def overdraw(table, player):
    """Apply the cost of a card that cannot be drawn: a rune, or in 1.5 health; neither gives cards [6.2, 6.3]."""
    if table.runes == 0:
        player.health -= OVERDRAW_DAMAGE
    elif player.runes > 0:
        player.health = 5 * player.runes
        player.runes -= 1
    else:
        player.health = 0
