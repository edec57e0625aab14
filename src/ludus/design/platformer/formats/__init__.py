"""Levels in the formats of other tools: Tiled, LDtk, Godot and spreadsheets; as a picture to look at.

    export_level("trap-school", Path("school.tmx"))       # `ludus export platformer trap-school --to school.tmx`
    import_level(Path("school.tmx"), print)               # `ludus import platformer school.tmx`

level_parts    a level as terrain and things, which all formats share; checks of what was read
tileset        the picture of tiles that is written beside a level
file_syntax    reading of JSON and XML within limits
tiled_writer, tiled_reader, tiled_syntax    .tmx and .tmj
ldtk_writer, ldtk_reader      .ldtk
godot_scenes, godot_text      .tscn
csv_grids                     .csv
level_exchange                export and import: files, checks, rating
"""
