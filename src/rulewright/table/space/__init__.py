"""Where things are: a line, zones, or a grid with height, behind one small protocol."""

from rulewright.table.space.cells import (
    Angle,
    Facing,
    box_cells,
    burst_cells,
    cell_distance,
    cone_cells,
    corner_box_cells,
    direction,
    footprint,
    gaps,
    moved,
    sphere_cells,
)
from rulewright.table.space.errors import NoPath, SpaceError, UnknownPlace
from rulewright.table.space.grid import Grid, Terrain
from rulewright.table.space.line import Line
from rulewright.table.space.protocol import HIDDEN, AnySpace, Body, Cell, Mover, Path, Position
from rulewright.table.space.zones import Exit, Zone, Zones

Space = Line | Zones | Grid
"""Any space, as it is stored: the field `kind` says which."""

__all__ = [
    "HIDDEN",
    "Angle",
    "AnySpace",
    "Body",
    "Cell",
    "Exit",
    "Facing",
    "Grid",
    "Line",
    "Mover",
    "NoPath",
    "Path",
    "Position",
    "Space",
    "SpaceError",
    "Terrain",
    "UnknownPlace",
    "Zone",
    "Zones",
    "box_cells",
    "burst_cells",
    "cell_distance",
    "cone_cells",
    "corner_box_cells",
    "direction",
    "footprint",
    "gaps",
    "moved",
    "sphere_cells",
]
