/* A program for Legends of Code and Magic in the text protocol of the referee.

   Set when it is compiled:
   PICK    0: most attack, 1: most defense, 2: lowest cost
   TRADE   1: attacks the first enemy creature of its lane, 0: attacks the opponent
   CLOCK   1: the picks, and whether a creature attacks, follow from the time
   LATE    1: one reply of about 500 comes 0.4 seconds late
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOCK
#define CLOCK 0
#endif
#ifndef LATE
#define LATE 0
#endif

struct card {
    int number, id, place, kind, cost, attack, defense, lane;
    char keywords[16];
};

static char line[4096];
static struct card cards[256];

static long ticks(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_nsec / 64;
}

static int worth(const struct card *card) {
    if (PICK == 0) return card->kind == 0 ? card->attack : -1;
    if (PICK == 1) return card->kind == 0 ? card->defense : -1;
    return card->kind == 0 ? 20 - card->cost : -1;
}

static int pick(int count) {
    int best = 0;
    if (CLOCK) return (int)(ticks() % 3);
    for (int k = 1; k < count; k++)
        if (worth(&cards[k]) > worth(&cards[best])) best = k;
    return best;
}

static void attack(const struct card *mine, int count) {
    int target = -1;
    if (CLOCK && ticks() % 4 == 0) return;
    for (int k = count - 1; k >= 0; k--)
        if (cards[k].place == -1 && cards[k].lane == mine->lane && (TRADE || cards[k].keywords[3] == 'G')) target = cards[k].id;
    printf("ATTACK %d %d;", mine->id, target);
}

int main(void) {
    int mana, actions, count;
    while (fgets(line, sizeof line, stdin)) {
        sscanf(line, "%*d %d", &mana);
        fgets(line, sizeof line, stdin);
        fgets(line, sizeof line, stdin);
        sscanf(line, "%*d %d", &actions);
        while (actions-- > 0) fgets(line, sizeof line, stdin);
        fgets(line, sizeof line, stdin);
        count = atoi(line);
        for (int k = 0; k < count; k++) {
            struct card *card = &cards[k];
            fgets(line, sizeof line, stdin);
            sscanf(line, "%d %d %d %d %d %d %d %15s %*d %*d %*d %d", &card->number, &card->id, &card->place, &card->kind,
                   &card->cost, &card->attack, &card->defense, card->keywords, &card->lane);
        }
        if (LATE && ticks() % 500 == 0) usleep(400000);
        if (mana == 0) {
            printf("PICK %d\n", pick(count));
        } else {
            for (int k = 0; k < count; k++)
                if (cards[k].place == 0 && cards[k].kind == 0 && cards[k].cost <= mana) {
                    printf("SUMMON %d %d;", cards[k].id, cards[k].id % 2);
                    mana -= cards[k].cost;
                }
            for (int k = 0; k < count; k++)
                if (cards[k].place == 1) attack(&cards[k], count);
            printf("PASS\n");
        }
        fflush(stdout);
    }
    return 0;
}
