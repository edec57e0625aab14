/* A small but complete player of Legends of Code and Magic 1.2, as a contest would receive it: reads the official
   text protocol, drafts for the best body at its cost, summons what it can pay for, and attacks guards first. */

#include <stdio.h>
#include <string.h>

#define MOST 64

struct card {
    int number, id, location, kind, cost, attack, defense, my_health, opp_health, draw, lane;
    char keywords[8];
};

static struct card cards[MOST];

static int read_cards(int n)
{
    for (int i = 0; i < n; i++) {
        struct card *c = &cards[i];
        if (scanf("%d %d %d %d %d %d %d %7s %d %d %d %d", &c->number, &c->id, &c->location, &c->kind, &c->cost,
                  &c->attack, &c->defense, c->keywords, &c->my_health, &c->opp_health, &c->draw, &c->lane) != 12)
            return 0;
    }
    return 1;
}

static int worth(const struct card *c)
{
    if (c->kind != 0)
        return -10;
    return 2 * c->attack + 2 * c->defense - 3 * c->cost + (c->keywords[3] == 'G' ? 2 : 0);
}

static void pick(void)
{
    int best = 0;
    for (int i = 1; i < 3; i++)
        if (worth(&cards[i]) > worth(&cards[best]))
            best = i;
    printf("PICK %d\n", best);
}

static void play(int n, int mana)
{
    int said = 0, room[2] = {3, 3};
    for (int i = 0; i < n; i++)
        if (cards[i].location == 1)
            room[cards[i].lane]--;
    for (int i = 0; i < n; i++) {
        struct card *c = &cards[i];
        if (c->location == 0 && c->kind == 0 && c->cost <= mana && (room[0] || room[1])) {
            int lane = room[0] >= room[1] ? 0 : 1;
            printf("SUMMON %d %d steady;", c->id, lane);
            room[lane]--;
            mana -= c->cost;
            said = 1;
        }
    }
    for (int i = 0; i < n; i++) {
        struct card *c = &cards[i];
        if (c->location != 1)
            continue;
        for (int j = 0; j < n; j++)
            if (cards[j].location == -1 && cards[j].lane == c->lane && cards[j].keywords[3] == 'G')
                printf("ATTACK %d %d;", c->id, cards[j].id); /* those after the first are skipped by the referee */
        printf("ATTACK %d -1;", c->id);
        said = 1;
    }
    printf(said ? "\n" : "PASS\n");
}

int main(void)
{
    int health, mana, deck, rune, draw, hand, actions, n;
    char line[128];

    while (scanf("%d %d %d %d %d", &health, &mana, &deck, &rune, &draw) == 5) {
        int skip;
        if (scanf("%d %d %d %d %d", &skip, &skip, &skip, &skip, &skip) != 5)
            return 1;
        if (scanf("%d %d", &hand, &actions) != 2)
            return 1;
        fgets(line, sizeof line, stdin);
        for (int i = 0; i < actions; i++)
            fgets(line, sizeof line, stdin);
        if (scanf("%d", &n) != 1 || n > MOST || !read_cards(n))
            return 1;
        fprintf(stderr, "health %d, mana %d, cards %d\n", health, mana, n);
        if (mana == 0)
            pick();
        else
            play(n, mana);
        fflush(stdout);
    }
    return 0;
}
