"""Health, runes and the draws that damage brings."""

# mypy: ignore-errors

from ludus.core import rule

OVERDRAW_DAMAGE = 10  # 1.5 [6.3]


@rule(inline=True)
def change_health(table, player, change):
    """One change a player and action. Damage brings cards: by runes, or 1.5 by every 5 lost [7.1-7.3]."""
    player.health += change
    if table.runes != 0:
        # The runes that stay are those below the health; only damage breaks any.
        runes = int(player.runes)
        kept = min(runes, max(player.health - 1, 0) // 5) if change < 0 else runes
        player.runes = kept
        player.next_draw += runes - kept
    elif change < 0:
        before = player.lost // 5
        player.lost -= change
        player.next_draw += player.lost // 5 - before


@rule
def overdraw(table, player):
    """A card that cannot be drawn costs a rune, or in 1.5 health; neither brings cards [6.2, 6.3]."""
    if table.runes == 0:
        player.health -= OVERDRAW_DAMAGE
    elif player.runes > 0:
        player.health = 5 * player.runes
        player.runes -= 1
    else:
        player.health = 0
