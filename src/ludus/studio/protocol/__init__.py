"""Protocol between the page and the server, as types. `studio/src/protocol.ts` is generated from this package.

Requests and responses under /api are JSON. There are WebSockets for each game session, /socket/tables/ID?key=KEY, each
background job, /socket/work/ID, and the editors of skill trees and levels, /socket/trees and /socket/levels. Each
message on a socket is one JSON object with its `type`; messages about a session that are sent together are one list. A
response to a message carries the message's `request`, a number that the page chooses.

    GET  /api/hello                        Hello
    GET  /api/games/NAME                   GameInfo
    GET  /api/games/NAME/primer            Primer: how to play
    GET  /api/games/NAME/levels            PlayLevels: opponents of known strength
    POST /api/games/NAME/levels            StartedJob: a tournament that measures the bots
    POST /api/games/NAME/guide             CreatedSession: the guided first game
    GET  /api/tables?before=ID&most=N      SessionRow[]: sessions, newest first, at most 100; older than ID
    POST /api/tables                       NewSession -> CreatedSession
    POST /api/tables/ID/abort              AbortSession -> SessionRow: ends the game for everybody, permanently
    POST /api/replays                      a replay file -> CreatedSession: a finished session
    GET  /api/tables/ID/replay             the replay file
    GET  /api/tables/ID/evaluation?seat=S  EvaluationCurve: of a finished session
    GET  /api/tables/ID/picture?ply=P&seat=S&key=KEY    a position as SVG; no seat: everything shown
    GET  /api/design/GAME                  DesignerInfo
    POST /api/design/GAME/inspect          InspectRequest -> StartedJob
    POST /api/design/GAME/make             MakeRequest -> StartedJob
    GET  /api/content                      ContentRow[]: files of the user, @NAME in options
    GET  /api/content/NAME                 ContentText
    POST /api/content                      ContentText -> ContentRow
    GET  /api/cards                        CardGameRow[]: games whose card files can be edited
    GET  /api/cards/GAME                   CardGameInfo: form of a card, and the game's own file
    POST /api/cards/check                  CardFileText -> CheckedCardFile
    POST /api/cards/edit                   CardFileEdit -> CheckedCardFile: changes one entry of the text
    POST /api/cards/keep                   CardFileText -> StoredCardFile: a file named by its digest, to play with
    POST /api/cards/measure                CardMeasureRequest -> StartedCardMeasurement
    GET  /api/kingdoms                     KingdomsInfo
    POST /api/kingdoms/games               KingdomGame -> CreatedSession: a game that measured a kingdom
    GET  /api/trees                        TreesInfo: contents of the forms of the skill tree editor
    POST /api/trees/open                   TreeName -> CheckedTree
    POST /api/trees/drawn                  DrawnTree -> CheckedTree: a draft from the drawing, with its text
    POST /api/trees/written                TreeText -> CheckedTree: a draft from a text
    POST /api/trees/keep                   TreeDraft -> ContentRow: a file named by its digest, to play with
    POST /api/trees/fights                 TreeFight -> CreatedSession: a measured fight as a finished session
    GET  /api/studies                      StudyInfo[]
    GET  /api/runs                         RunRow[]
    POST /api/runs                         NewRun -> StartedJob
    GET  /api/runs/NAME                    RunDetail
    GET  /api/runs/NAME/against/OTHER      RunComparison
    POST /api/runs/NAME/resume             StartedJob
    POST /api/runs/NAME/replays/FILE       CreatedSession: a stored game of the run as a finished session
    GET  /api/runs/NAME/report             the report, an HTML page
    GET  /api/runs/NAME/files/PATH         a table or a figure of the run
    GET  /api/tournaments                  TournamentRow[]
    GET  /api/tournaments/NAME             TournamentTable
    POST /api/tournaments                  NewTournament -> StartedJob
    POST /api/tournaments/NAME/resume      StartedJob
    GET  /api/tournaments/NAME/report      the report, an HTML page
    GET  /api/tournaments/NAME/games/PAIR?first=N&winner=NAME          GamesPage: games of a pair
    POST /api/tournaments/NAME/games/PAIR/NUMBER        CreatedSession: one game as a finished session
    GET  /api/levels                       LevelRow[]: levels of the platformer, built-in ones first
    POST /api/levels                       LevelText -> LevelOrJob: stores a level file
    POST /api/levels/make                  LevelRecipe -> LevelOrJob; repeat it when the job is done
    GET  /api/levels/guide                 GuidedRun: the guided first run
    GET  /api/levels/editor                LevelEditorInfo: contents of the forms of the level editor
    GET  /api/levels/tiles                 the picture of tiles that belongs to files of other tools
    POST /api/levels/import                ForeignLevel -> ImportedDraft
    POST /api/levels/export                LevelExport -> the file
    GET  /api/levels/ID                    LevelScene
    GET  /api/levels/ID/file               the level file
    POST /api/levels/runs                  NewLevelRun -> LevelRun, if the server can verify it
    POST /api/levels/replays               ReplayText -> LevelRun: the run of a replay file
    GET  /api/levels/ID/runs               LevelRunRow[]: the newest 100, newest first
    GET  /api/levels/ID/runs/RUN           LevelRun
    GET  /api/levels/ID/runs/RUN/replay    the replay file
    POST /api/levels/ID/survey             SurveyRequest -> LevelOrJob; repeat it when the job is done
    GET  /api/levels/ID/survey             StoredSurvey; ?players=300&seed=1&respawn=checkpoint
    GET  /api/study                        StudyPlan
    POST /api/study                        NewStudy -> StudyRow
    GET  /api/study/ID                     StudyState
    POST /api/study/plays                  StudyPlay -> StudyState
    POST /api/study/ratings                StudyRating -> StudyState
    GET  /api/study/sessions               all sessions, a file for `ludus run platformer-difficulty`
    GET  /api/study/ID/sessions            sessions of one participant
    GET  /api/work                         JobRow[]: running and ended jobs
    POST /api/work/ID/stop                 JobRow
    POST /api/work/ID/again                StartedJob: repeats a job; a run or a tournament continues
    GET  /api/bots                         BotRow[]: uploaded bots; guests see those offered to them
    POST /api/bots                         NewBot -> BotRow; no response contains the code
    POST /api/bots/check                   NewBot -> CheckedBot: checks a source without running or storing it
    GET  /api/bots/templates               BotTemplate[]: small bots to begin with
    POST /api/bots/NAME/offer              BotOffer -> BotRow
    POST /api/bots/NAME/remove             BotRow

Refused requests get a Problem as response, with a status of 400 or above.
"""

from ludus.studio.protocol import (
    base,
    cards,
    jobs,
    kingdom_choices_and_games,
    learning,
    level_editor,
    levels,
    run_details,
    sessions,
    tournament_games,
    trees,
    uploaded_bots,
)

__all__ = [
    "base",
    "cards",
    "jobs",
    "kingdom_choices_and_games",
    "learning",
    "level_editor",
    "levels",
    "run_details",
    "sessions",
    "tournament_games",
    "trees",
    "uploaded_bots",
]
