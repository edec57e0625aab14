// Host for C# bots: speaks the JSON-lines protocol of Ludus on standard input and output.
//
//     mcs -out:bot.exe LudusHost.cs MyBot.cs
//     ludus match tribute "lines:mono bot.exe" random
//
// Write one class derived from Ludus.Bot. Standard output belongs to the host: use Log for notes, they are stored with
// the game. The file uses no packages and no feature after C# 5, so that every compiler reads it.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

namespace Ludus
{
    /// <summary>A bot in one seat of one game. A new object is made for every game.</summary>
    public abstract class Bot
    {
        /// <summary>Called when a game begins, for programs that stay for many games (lines:).</summary>
        public virtual void Begin(Data game) { }

        /// <summary>Returns one of turn.Moves.</summary>
        public abstract string Choose(Turn turn);

        /// <summary>Called when a game is over, for programs that stay for many games (lines:).</summary>
        public virtual void End(Data result) { }

        /// <summary>Writes a note for the author.</summary>
        public void Log(string text) { Console.Error.WriteLine(text); }
    }

    /// <summary>A decision that a bot has to make.</summary>
    public sealed class Turn
    {
        public readonly string Game;        // name of the game
        public readonly int Seat;           // from 0
        public readonly string[] Moves;     // the legal moves in notation
        public readonly long[] Numbers;     // the same as numbers
        public readonly string[] Told;      // visible moves since the last decision: "1: END"
        public readonly Data View;          // what the seat may know
        public readonly double Seconds;     // time limit of the answer

        internal Turn(Data message)
        {
            Game = message["game"].Text;
            Seat = (int)message["seat"].Number;
            Moves = message["moves"].Items.Select(item => item.Text).ToArray();
            Numbers = message["numbers"].Items.Select(item => (long)item.Number).ToArray();
            Told = message["told"].Items.Select(item => item.Text).ToArray();
            View = message["view"];
            Seconds = message["seconds"].Number;
        }
    }

    /// <summary>A JSON value. Missing names and wrong types give empty values, so that paths can be followed at once:
    /// turn.View["players"][0]["score"].Number.</summary>
    public sealed class Data
    {
        public static readonly Data None = new Data(null);
        private readonly object content;  // null, bool, double, string, List<Data> or Dictionary<string, Data>

        internal Data(object content) { this.content = content; }

        public bool IsNone { get { return content == null; } }
        public bool Truth { get { return content is bool && (bool)content; } }
        public double Number { get { return content is double ? (double)content : 0.0; } }
        public string Text { get { return content as string ?? ""; } }
        public IList<Data> Items { get { return content as List<Data> ?? new List<Data>(); } }

        public IDictionary<string, Data> Names
        {
            get { return content as Dictionary<string, Data> ?? new Dictionary<string, Data>(); }
        }

        public Data this[string name]
        {
            get
            {
                Data found;
                return Names.TryGetValue(name, out found) ? found : None;
            }
        }

        public Data this[int number]
        {
            get { return number >= 0 && number < Items.Count ? Items[number] : None; }
        }

        /// <summary>Reads one JSON value.</summary>
        public static Data Parse(string json)
        {
            var reader = new JsonReader(json);
            var value = reader.ReadValue();
            reader.ExpectEnd();
            return value;
        }
    }

    internal sealed class JsonReader
    {
        private readonly string json;
        private int at;

        internal JsonReader(string json) { this.json = json; }

        internal Data ReadValue()
        {
            switch (Peek())
            {
                case '{': return new Data(ReadNames());
                case '[': return new Data(ReadItems());
                case '"': return new Data(ReadText());
                case 't': return new Data(ReadWord("true", true));
                case 'f': return new Data(ReadWord("false", false));
                case 'n': ReadWord("null", null); return Data.None;
                default: return new Data(ReadNumber());
            }
        }

        internal void ExpectEnd()
        {
            SkipSpaces();
            if (at < json.Length) throw Error("nothing more");
        }

        private Dictionary<string, Data> ReadNames()
        {
            var names = new Dictionary<string, Data>();
            Take('{');
            if (Peek() == '}') { at++; return names; }
            do
            {
                Peek();
                var name = ReadText();
                Take(':');
                names[name] = ReadValue();
            }
            while (TakeComma('}'));
            return names;
        }

        private List<Data> ReadItems()
        {
            var items = new List<Data>();
            Take('[');
            if (Peek() == ']') { at++; return items; }
            do { items.Add(ReadValue()); } while (TakeComma(']'));
            return items;
        }

        private string ReadText()
        {
            Take('"');
            var text = new StringBuilder();
            while (true)
            {
                if (at >= json.Length) throw Error("the end of a text");
                var letter = json[at++];
                if (letter == '"') return text.ToString();
                text.Append(letter == '\\' ? ReadEscape() : letter);
            }
        }

        private char ReadEscape()
        {
            if (at >= json.Length) throw Error("an escape");
            var letter = json[at++];
            switch (letter)
            {
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u':
                    if (at + 4 > json.Length) throw Error("four digits");
                    at += 4;
                    return (char)int.Parse(json.Substring(at - 4, 4), NumberStyles.HexNumber);
                default: return letter;
            }
        }

        private double ReadNumber()
        {
            var start = at;
            while (at < json.Length && "+-.eE0123456789".IndexOf(json[at]) >= 0) at++;
            double number;
            if (!double.TryParse(json.Substring(start, at - start), NumberStyles.Float, CultureInfo.InvariantCulture, out number))
                throw Error("a value");
            return number;
        }

        private object ReadWord(string word, object value)
        {
            if (string.CompareOrdinal(json, at, word, 0, word.Length) != 0) throw Error(word);
            at += word.Length;
            return value;
        }

        private bool TakeComma(char end)
        {
            var letter = Peek();
            if (letter != ',' && letter != end) throw Error("a comma or " + end);
            at++;
            return letter == ',';
        }

        private void Take(char expected)
        {
            if (Peek() != expected) throw Error(expected.ToString());
            at++;
        }

        private char Peek()
        {
            SkipSpaces();
            return at < json.Length ? json[at] : '\0';
        }

        private void SkipSpaces()
        {
            while (at < json.Length && char.IsWhiteSpace(json[at])) at++;
        }

        private FormatException Error(string expected)
        {
            return new FormatException("JSON: " + expected + " expected at character " + at);
        }
    }

    internal static class Host
    {
        private static int Main(string[] arguments)
        {
            var kinds = Assembly.GetExecutingAssembly().GetTypes()
                .Where(type => type.IsSubclassOf(typeof(Bot)) && !type.IsAbstract)
                .Where(type => arguments.Length == 0 || type.Name == arguments[0]).ToArray();
            if (kinds.Length != 1)
            {
                var names = string.Join(", ", kinds.Select(type => type.Name).ToArray());
                Console.Error.WriteLine("one class derived from Ludus.Bot is needed, there are {0}: {1}; "
                    + "with several, name one after the program", kinds.Length, names);
                return 2;
            }
            var encoding = new UTF8Encoding(false);
            var input = new StreamReader(Console.OpenStandardInput(), encoding);
            var output = new StreamWriter(Console.OpenStandardOutput(), encoding) { AutoFlush = true, NewLine = "\n" };
            Console.SetOut(Console.Error);  // what a bot prints must not become a reply
            Bot bot = null;
            string line;
            while ((line = input.ReadLine()) != null)
            {
                var message = Data.Parse(line);
                var kind = message["type"].Text;
                if (bot == null || kind == "begin") bot = (Bot)Activator.CreateInstance(kinds[0]);
                if (kind == "begin") bot.Begin(message);
                else if (kind == "end") { bot.End(message); bot = null; }
                else if (kind == "move") output.WriteLine(bot.Choose(new Turn(message)));
            }
            return 0;
        }
    }
}
