"""What the page and the server say to each other, as types. `studio/src/protocol.ts` is written from this file.

Requests and answers under /api are JSON. A table has a socket, /socket/tables/ID?key=KEY, and so has every piece of
work, /socket/work/ID; each message on a socket is one JSON object with its `type`. An answer to a message carries the
message's `request`, a number that the page chooses.

    GET  /api/hello                        Hello
    GET  /api/games/NAME                   GameInfo
    GET  /api/tables                       TableRow[], the newest first
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
    GET  /api/studies                      StudyInfo[]
    GET  /api/runs                         RunRow[]
    POST /api/runs                         NewRun -> Started
    POST /api/runs/NAME/resume             Started
    GET  /api/runs/NAME/report             the report, an HTML page
    GET  /api/runs/NAME/files/PATH         a table or a figure of the run
    GET  /api/tournaments                  TournamentRow[]
    GET  /api/tournaments/NAME             TournamentTable
    POST /api/tournaments                  NewTournament -> Started
    POST /api/tournaments/NAME/resume      Started
    POST /api/tournaments/NAME/games/PAIR/NUMBER        MadeTable: the game behind a number, as a table that is over
    GET  /api/work                         WorkRow[]: what is going on, and what has ended since the server began
    POST /api/work/ID/stop                 WorkRow

Whatever is refused is answered with a Problem and a status of 400 or above.
"""

from ludus.studio.protocol import tables, words, work

__all__ = ["tables", "words", "work"]
