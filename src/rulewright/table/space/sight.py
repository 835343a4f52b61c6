"""Straight lines through cells, exactly and in whole numbers.

Points are in half cells, so that centres are even and corners odd.
A line meets a cell if it passes through the inside of it.
What it only touches at a side, an edge or a corner is not met, so the line back meets the same cells.
"""

from collections.abc import Iterator
from math import prod

from rulewright.table.space.protocol import Cell


def centre(cell: Cell) -> Cell:
    """The middle of a cell, in half cells."""
    return cell[0] * 2, cell[1] * 2, cell[2] * 2


def cells_met(cell: Cell, point: Cell) -> Iterator[Cell]:
    """The cells that a line from the centre of a cell to a point meets, in order, without the cell itself."""
    way = [end - 2 * start for start, end in zip(cell, point, strict=True)]
    # Sides are crossed at odd parts of the way along each axis; times the product of all, these are whole numbers.
    whole = prod(abs(part) for part in way if part)
    strides = [2 * whole // abs(part) if part else 0 for part in way]
    never = whole + 1
    x_next, y_next, z_next = (whole // abs(part) if part else never for part in way)
    x_stride, y_stride, z_stride = strides
    x_sign, y_sign, z_sign = ((part > 0) - (part < 0) for part in way)
    x, y, z = cell
    while (here := min(x_next, y_next, z_next)) < whole:
        if x_next == here:
            x, x_next = x + x_sign, x_next + x_stride
        if y_next == here:
            y, y_next = y + y_sign, y_next + y_stride
        if z_next == here:
            z, z_next = z + z_sign, z_next + z_stride
        yield x, y, z
