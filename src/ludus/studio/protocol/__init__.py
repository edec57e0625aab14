"""What the page and the server say to each other, as types. `studio/src/protocol.ts` is written from this file.

Requests and answers under /api are JSON. A table has a socket, /socket/tables/ID?key=KEY, and so has every piece of
work, /socket/work/ID, and who edits skill trees, /socket/trees. Each message on a socket is one JSON object with its
`type`. An answer to a message carries the message's `request`, a number that the page chooses.

    GET  /api/hello                        Hello
    GET  /api/games/NAME                   GameInfo
    GET  /api/tables?before=ID&most=N      TableRow[], the newest first, up to 100; with ID those that began before it
    POST /api/tables                       NewTable -> MadeTable
    POST /api/replays                      a replay file -> MadeTable, a table that is over
    GET  /api/tables/ID/replay             the replay file
    GET  /api/tables/ID/picture?ply=P&seat=S&key=KEY    an SVG picture of a position; no seat: everything shown
    GET  /api/design/GAME                  DesignerInfo
    POST /api/design/GAME/inspect          InspectOrder -> Started
    POST /api/design/GAME/make             MakeOrder -> Started
    GET  /api/content                      ContentRow[]: files of the user's own, named @NAME in options
    GET  /api/content/NAME                 ContentText
    POST /api/content                      ContentText -> ContentRow
    GET  /api/kingdoms                     KingdomsInfo
    POST /api/kingdoms/games               KingdomGame -> MadeTable: a game behind the measures of a kingdom
    GET  /api/trees                        TreesInfo: what forms about skill trees are built from
    POST /api/trees/open                   TreeNamed -> TreeChecked
    POST /api/trees/drawn                  TreeDrawn -> TreeChecked: a draft from the drawing, with its text
    POST /api/trees/written                TreeText -> TreeChecked: a draft from a text
    POST /api/trees/keep                   TreeDraft -> ContentRow: a file named by what is in it, to play with
    POST /api/trees/fights                 TreeFight -> MadeTable: a fight behind a number, as a table that is over
    GET  /api/studies                      StudyInfo[]
    GET  /api/runs                         RunRow[]
    POST /api/runs                         NewRun -> Started
    GET  /api/runs/NAME                    RunDetail
    GET  /api/runs/NAME/against/OTHER      RunComparison
    POST /api/runs/NAME/resume             Started
    POST /api/runs/NAME/replays/FILE       MadeTable: a game that the run kept, as a table that is over
    GET  /api/runs/NAME/report             the report, an HTML page
    GET  /api/runs/NAME/files/PATH         a table or a figure of the run
    GET  /api/tournaments                  TournamentRow[]
    GET  /api/tournaments/NAME             TournamentTable
    POST /api/tournaments                  NewTournament -> Started
    POST /api/tournaments/NAME/resume      Started
    GET  /api/tournaments/NAME/report      the report, an HTML page
    GET  /api/tournaments/NAME/games/PAIR?first=N&winner=NAME          GamesPage: the games behind a number
    POST /api/tournaments/NAME/games/PAIR/NUMBER        MadeTable: the game behind a number, as a table that is over
    GET  /api/levels                       LevelRow[]: levels of the platformer, those of the game first
    POST /api/levels                       LevelText -> LevelAsked: a level file is kept
    POST /api/levels/make                  LevelRecipe -> LevelAsked; again when the work is done
    GET  /api/levels/ID                    LevelScene
    GET  /api/levels/ID/file               the level file
    POST /api/levels/runs                  NewLevelRun -> LevelRun, if the rules of the server agree with it
    POST /api/levels/replays               ReplayText -> LevelRun, the same run again
    GET  /api/levels/ID/runs               LevelRunRow[], the newest hundred, the newest first
    GET  /api/levels/ID/runs/RUN           LevelRun
    GET  /api/levels/ID/runs/RUN/replay    the replay file
    POST /api/levels/ID/survey             SurveyOrder -> LevelAsked; again when the work is done
    GET  /api/levels/ID/survey             LevelKnown; ?players=300&seed=1&respawn=checkpoint
    GET  /api/study                        StudyPlan
    POST /api/study                        NewStudy -> StudyRow
    GET  /api/study/ID                     StudyState
    POST /api/study/plays                  StudyPlay -> StudyState
    POST /api/study/ratings                StudyRating -> StudyState
    GET  /api/study/sessions               the sessions of everybody, a file for `ludus run platformer-difficulty`
    GET  /api/study/ID/sessions            those of one person
    GET  /api/work                         WorkRow[]: what is going on, and what has ended
    POST /api/work/ID/stop                 WorkRow
    POST /api/work/ID/again                Started: the same once more; a run or a tournament goes on
    GET  /api/bots                         BotRow[]: bots of people's own; guests are told of those that are offered
    POST /api/bots                         NewBot -> BotRow; no answer ever holds the code
    POST /api/bots/NAME/offer              BotOffer -> BotRow
    POST /api/bots/NAME/remove             BotRow

Whatever is refused is answered with a Problem and a status of 400 or above.
"""

from ludus.studio.protocol import bots, contests, kingdoms, levels, runs, tables, trees, words, work

__all__ = ["bots", "contests", "kingdoms", "levels", "runs", "tables", "trees", "words", "work"]
