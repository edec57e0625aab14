// A bot for Tales of Tribute that plays every card, calls patrons, buys the most expensive card and then ends its turn.

using System;
using System.Collections.Generic;
using System.Linq;
using Ludus;

public sealed class ExampleBot : Bot
{
    // The first word that fits decides; moves of other words come last.
    private static readonly string[] Order = { "PLAY", "ACTIVATE", "ATTACK", "BUY", "CALL", "PICK", "SIDE", "DRAFT" };

    private readonly Random random = new Random(1);
    private readonly Dictionary<string, double> costs = new Dictionary<string, double>();
    private int decisions;

    public override void Begin(Data game)
    {
        foreach (var card in game["content"]["cards"].Names)
            costs[card.Key] = card.Value["cost"].Number;
        Log("a game of " + game["game"].Text + ", my seat is " + game["seat"].Number);
    }

    public override string Choose(Turn turn)
    {
        decisions++;
        foreach (var word in Order)
        {
            var moves = turn.Moves.Where(move => move.StartsWith(word + " ")).ToArray();
            if (moves.Length > 0)
                return word == "BUY" ? moves.OrderByDescending(Cost).First() : moves[random.Next(moves.Length)];
        }
        return turn.Moves[turn.Moves.Length - 1];
    }

    public override void End(Data result)
    {
        Log("over after " + decisions + " decisions: " + result["reason"].Text);
    }

    // "BUY war_song#101": the name of the card is before the number sign.
    private double Cost(string move)
    {
        var card = move.Substring(move.IndexOf(' ') + 1).Split('#')[0];
        double cost;
        return costs.TryGetValue(card, out cost) ? cost : 0.0;
    }
}
