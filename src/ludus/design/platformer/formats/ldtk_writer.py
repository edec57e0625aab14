"""Levels as projects of LDtk 1.5: one file with definitions and one level.

    write_ldtk(split_level(level))     # JSON; the tileset's picture lies beside it

The cells are an IntGrid layer, `cells`; markers, traps and decoration are entities in layers of these names.
Identifiers of LDtk have no hyphens, so `wall-spikes` is `wall_spikes`. `facing`, `period` and `phase` are fields of an
entity, and the level has a field with its name. LDtk wants every setting of its editor in the file; most of the lines
below are such settings, with the values of a new project.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from typing import Any

from ludus.design.platformer.formats.level_parts import (
    CELL_LAYER,
    KINDS,
    LAYERS,
    NAME_PROPERTY,
    LevelParts,
    Thing,
    facings,
    layer_of,
    property_names,
)
from ludus.design.platformer.formats.movement_properties import movement_properties, property_range
from ludus.design.platformer.formats.tileset import (
    BACKGROUND,
    COLUMNS,
    PICTURE_SIZE,
    ROWS,
    TERRAIN_COLOURS,
    TILE_PIXELS,
    TILESET_NAME,
    TILESET_PNG,
    Tile,
    tile_of,
)
from ludus.games.platformer.level import PERIOD_RANGE

JSON_VERSION = "1.5.3"
SIDE_ENUM, FACING_ENUM = "side", "facing"
TILESET_UID, LEVEL_UID, NAME_FIELD_UID = 1, 2, 3
MOVEMENT_FIELD_UID = 500  # and those after it
LAYER_UIDS = {name: 10 + k for k, name in enumerate((CELL_LAYER, *LAYERS))}
ENUM_UIDS = {FACING_ENUM: 20, SIDE_ENUM: 21}
ENTITY_UIDS = {kind: 100 + 10 * k for k, kind in enumerate(KINDS)}
NEXT_UID = 1000
INT_GRID_VALUES = {"#": 1, "=": 2, ".": 3}
INT_GRID_NAMES = {1: "solid", 2: "fixed-solid", 3: "fixed-open"}
ENTITY_COLOURS = {"markers": "#3F7D3A", "traps": "#B3261E", "ornaments": "#C8891A"}
NAMESPACE = uuid.UUID("6f3c7a52-90d4-5b0e-8f0e-3f5f2f0c8a11")


def write_ldtk(parts: LevelParts) -> str:
    """Return a level as an LDtk project."""
    project = {
        "__header__": {
            "fileType": "LDtk Project JSON",
            "app": "LDtk",
            "appAuthor": "",
            "doc": "",
            "schema": "",
            "url": "",
        },
        "iid": _iid(parts, "project"),
        "jsonVersion": JSON_VERSION,
        "appBuildId": 0,
        "nextUid": NEXT_UID,
        "identifierStyle": "Free",
        "toc": [],
        "worldLayout": "Free",
        "worldGridWidth": 256,
        "worldGridHeight": 256,
        "defaultLevelWidth": 256,
        "defaultLevelHeight": 256,
        "defaultPivotX": 0,
        "defaultPivotY": 0,
        "defaultGridSize": TILE_PIXELS,
        "defaultEntityWidth": TILE_PIXELS,
        "defaultEntityHeight": TILE_PIXELS,
        "bgColor": BACKGROUND.upper(),
        "defaultLevelBgColor": BACKGROUND.upper(),
        "minifyJson": False,
        "externalLevels": False,
        "exportTiled": False,
        "simplifiedExport": False,
        "imageExportMode": "None",
        "exportLevelBg": True,
        "pngFilePattern": None,
        "backupOnSave": False,
        "backupLimit": 10,
        "backupRelPath": None,
        "levelNamePattern": "Level_%idx",
        "tutorialDesc": None,
        "customCommands": [],
        "flags": [],
        "defs": _definitions(parts),
        "levels": [_level(parts)],
        "worlds": [],
        "dummyWorldIid": _iid(parts, "world"),
    }
    return json.dumps(project, indent=1, ensure_ascii=False) + "\n"


def identifier(kind: str) -> str:
    """Identifier of a kind in LDtk, which has no hyphens."""
    return kind.replace("-", "_")


# Definitions


def _definitions(parts: LevelParts) -> dict[str, Any]:
    values = [
        {
            "value": value,
            "identifier": identifier(name),
            "color": TERRAIN_COLOURS[name].upper(),
            "tile": _rectangle(tile_of(name)),
            "groupUid": 0,
        }
        for value, name in INT_GRID_NAMES.items()
    ]
    layers = [_layer_definition(name, "Entities", []) for name in LAYERS]
    enums = ((FACING_ENUM, facings("spikes")), (SIDE_ENUM, facings("wall-spikes")))
    return {
        "layers": [*layers, _layer_definition(CELL_LAYER, "IntGrid", values)],
        "entities": [_entity_definition(kind) for kind in KINDS],
        "tilesets": [_tileset()],
        "enums": [_enum(name, names) for name, names in enums],
        "externalEnums": [],
        "levelFields": [
            _field_definition(name, uid, *_value_types(value), None) for name, uid, value in _level_fields(parts)
        ],
    }


def _layer_definition(name: str, kind: str, values: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "__type": kind,
        "identifier": name,
        "type": kind,
        "uid": LAYER_UIDS[name],
        "doc": None,
        "uiColor": None,
        "gridSize": TILE_PIXELS,
        "guideGridWid": 0,
        "guideGridHei": 0,
        "displayOpacity": 1,
        "inactiveOpacity": 0.6,
        "hideInList": False,
        "hideFieldsWhenInactive": True,
        "canSelectWhenInactive": True,
        "renderInWorldView": True,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "parallaxFactorX": 0,
        "parallaxFactorY": 0,
        "parallaxScaling": True,
        "requiredTags": [name] if kind == "Entities" else [],
        "excludedTags": [],
        "autoTilesKilledByOtherLayerUid": None,
        "uiFilterTags": [],
        "useAsyncRender": False,
        "intGridValues": list(values),
        "intGridValuesGroups": [],
        "autoRuleGroups": [],
        "autoSourceLayerDefUid": None,
        "tilesetDefUid": None,
        "tilePivotX": 0,
        "tilePivotY": 0,
        "biomeFieldUid": None,
    }


def _entity_definition(kind: str) -> dict[str, Any]:
    tile = tile_of(kind, (*facings(kind), "")[0])
    return {
        "identifier": identifier(kind),
        "uid": ENTITY_UIDS[kind],
        "tags": [layer_of(kind)],
        "exportToToc": False,
        "allowOutOfBounds": False,
        "doc": None,
        "width": tile.width * TILE_PIXELS,
        "height": TILE_PIXELS,
        "resizableX": False,
        "resizableY": False,
        "minWidth": None,
        "maxWidth": None,
        "minHeight": None,
        "maxHeight": None,
        "keepAspectRatio": False,
        "tileOpacity": 1,
        "fillOpacity": 0.1,
        "lineOpacity": 0.2,
        "hollow": False,
        "color": ENTITY_COLOURS[layer_of(kind)],
        "renderMode": "Tile",
        "showName": False,
        "tilesetId": TILESET_UID,
        "tileRenderMode": "FitInside",
        "tileRect": _rectangle(tile),
        "uiTileRect": None,
        "nineSliceBorders": [],
        "maxCount": 1 if kind == "start" else 0,
        "limitScope": "PerLevel",
        "limitBehavior": "MoveLastOne",
        "pivotX": 0,
        "pivotY": 0,
        "fieldDefs": [
            _field_definition(name, _field_uid(kind, name), *_field_types(kind, name), tile.defaults[name])
            for name in property_names(kind)
        ],
    }


def _field_types(kind: str, name: str) -> tuple[str, str]:
    if name != "facing":
        return "Int", "F_Int"
    enum = SIDE_ENUM if len(facings(kind)) == 2 else FACING_ENUM
    return f"LocalEnum.{enum}", f"F_Enum({ENUM_UIDS[enum]})"


def _field_definition(name: str, uid: int, kind: str, internal: str, default: int | str | None) -> dict[str, Any]:
    limits = PERIOD_RANGE if name == "period" else property_range(name) or (0, PERIOD_RANGE[1] - 1)
    return {
        "identifier": name,
        "doc": None,
        "__type": kind,
        "uid": uid,
        "type": internal,
        "isArray": False,
        "canBeNull": False,
        "arrayMinLength": None,
        "arrayMaxLength": None,
        "editorDisplayMode": "Hidden",
        "editorDisplayScale": 1,
        "editorDisplayPos": "Above",
        "editorLinkStyle": "StraightArrow",
        "editorDisplayColor": None,
        "editorAlwaysShow": False,
        "editorShowInWorld": True,
        "editorCutLongValues": True,
        "editorTextSuffix": None,
        "editorTextPrefix": None,
        "useForSmartColor": False,
        "exportToToc": False,
        "searchable": False,
        "min": limits[0] if kind == "Int" else None,
        "max": limits[1] if kind == "Int" else None,
        "regex": None,
        "acceptFileTypes": None,
        "defaultOverride": None if default is None else _editor_value(default),
        "textLanguageMode": None,
        "symmetricalRef": False,
        "autoChainRef": True,
        "allowOutOfLevelRef": True,
        "allowedRefs": "OnlySame",
        "allowedRefsEntityUid": None,
        "allowedRefTags": [],
        "tilesetUid": None,
    }


def _enum(name: str, values: Sequence[str]) -> dict[str, Any]:
    return {
        "identifier": name,
        "uid": ENUM_UIDS[name],
        "values": [{"id": value, "tileRect": None, "color": 0xB3261E} for value in values],
        "iconTilesetUid": None,
        "externalRelPath": None,
        "externalFileChecksum": None,
        "tags": [],
    }


def _tileset() -> dict[str, Any]:
    return {
        "__cWid": COLUMNS,
        "__cHei": ROWS,
        "identifier": identifier(TILESET_NAME),
        "uid": TILESET_UID,
        "relPath": TILESET_PNG.name,
        "embedAtlas": None,
        "pxWid": PICTURE_SIZE[0],
        "pxHei": PICTURE_SIZE[1],
        "tileGridSize": TILE_PIXELS,
        "spacing": 0,
        "padding": 0,
        "tags": [],
        "tagsSourceEnumUid": None,
        "enumTags": [],
        "customData": [],
        "savedSelections": [],
        "cachedPixelData": None,
    }


# The level


def _level(parts: LevelParts) -> dict[str, Any]:
    wide, high = parts.width * TILE_PIXELS, parts.height * TILE_PIXELS
    return {
        "identifier": "level",
        "iid": _iid(parts, "level"),
        "uid": LEVEL_UID,
        "worldX": 0,
        "worldY": 0,
        "worldDepth": 0,
        "pxWid": wide,
        "pxHei": high,
        "__bgColor": BACKGROUND.upper(),
        "bgColor": None,
        "useAutoIdentifier": False,
        "bgRelPath": None,
        "bgPos": None,
        "bgPivotX": 0.5,
        "bgPivotY": 0.5,
        "__smartColor": "#ADADB5",
        "__bgPos": None,
        "externalRelPath": None,
        "fieldInstances": [
            _field(name, uid, _value_types(value)[0], value) for name, uid, value in _level_fields(parts)
        ],
        "layerInstances": [*(_entity_layer(parts, name) for name in LAYERS), _cell_layer(parts)],
        "__neighbours": [],
    }


def _level_fields(parts: LevelParts) -> list[tuple[str, int, int | str]]:
    """Name, uid and value of the fields of the level: its name, physics and building pieces."""
    movement = movement_properties(parts.movement).items()
    return [
        (NAME_PROPERTY, NAME_FIELD_UID, parts.name),
        *((name, MOVEMENT_FIELD_UID + k, value) for k, (name, value) in enumerate(movement)),
    ]


def _value_types(value: int | str) -> tuple[str, str]:
    return ("Int", "F_Int") if isinstance(value, int) else ("String", "F_String")


def _layer(parts: LevelParts, name: str, kind: str) -> dict[str, Any]:
    return {
        "__identifier": name,
        "__type": kind,
        "__cWid": parts.width,
        "__cHei": parts.height,
        "__gridSize": TILE_PIXELS,
        "__opacity": 1,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 0,
        "__tilesetDefUid": None,
        "__tilesetRelPath": None,
        "iid": _iid(parts, name),
        "levelId": LEVEL_UID,
        "layerDefUid": LAYER_UIDS[name],
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "visible": True,
        "optionalRules": [],
        "intGridCsv": [],
        "autoLayerTiles": [],
        "seed": 1,
        "overrideTilesetUid": None,
        "gridTiles": [],
        "entityInstances": [],
    }


def _cell_layer(parts: LevelParts) -> dict[str, Any]:
    values = [INT_GRID_VALUES.get(character, 0) for row in parts.terrain for character in row]
    return _layer(parts, CELL_LAYER, "IntGrid") | {"intGridCsv": values}


def _entity_layer(parts: LevelParts, name: str) -> dict[str, Any]:
    things = [thing for thing in parts.things if layer_of(thing.kind) == name]
    return _layer(parts, name, "Entities") | {"entityInstances": [_entity(parts, thing) for thing in things]}


def _entity(parts: LevelParts, thing: Thing) -> dict[str, Any]:
    tile = tile_of(thing.kind, thing.properties.get("facing"))
    row = parts.height - 1 - thing.y
    left, top = thing.x * TILE_PIXELS, row * TILE_PIXELS
    return {
        "__identifier": identifier(thing.kind),
        "__grid": [thing.x, row],
        "__pivot": [0, 0],
        "__tags": [layer_of(thing.kind)],
        "__tile": _rectangle(tile),
        "__smartColor": ENTITY_COLOURS[layer_of(thing.kind)],
        "__worldX": left,
        "__worldY": top,
        "iid": _iid(parts, thing.name),
        "width": tile.width * TILE_PIXELS,
        "height": TILE_PIXELS,
        "defUid": ENTITY_UIDS[thing.kind],
        "px": [left, top],
        "fieldInstances": [
            _field(name, _field_uid(thing.kind, name), _field_types(thing.kind, name)[0], value)
            for name, value in thing.properties.items()
        ],
    }


def _field(name: str, uid: int, kind: str, value: int | str) -> dict[str, Any]:
    return {
        "__identifier": name,
        "__type": kind,
        "__value": value,
        "__tile": None,
        "defUid": uid,
        "realEditorValues": [_editor_value(value)],
    }


def _editor_value(value: int | str) -> dict[str, Any]:
    return {"id": "V_Int" if isinstance(value, int) else "V_String", "params": [value]}


def _field_uid(kind: str, name: str) -> int:
    return ENTITY_UIDS[kind] + 1 + property_names(kind).index(name)


def _rectangle(tile: Tile) -> dict[str, int]:
    left, top, wide, high = tile.rectangle
    return {"tilesetUid": TILESET_UID, "x": left, "y": top, "w": wide, "h": high}


def _iid(parts: LevelParts, what: str) -> str:
    """Identifier that LDtk wants to be unique; the same level has the same ones."""
    return str(uuid.uuid5(NAMESPACE, f"{parts.name}\n{what}"))
