"""Writes sample.png, the picture that the pipeline example takes when none is named: make_sample.py [OUTPUT].

Needs nothing but Python. Integer arithmetic only, so the pixels are the same everywhere: a sky with a sun, three ridges of hills,
water with ripples and grain, a card of small print, and test rings, so that a blur and an edge filter have something to show.
"""

import pathlib
import struct
import sys
import zlib

WIDTH, HEIGHT = 768, 512
HORIZON = 336
SUN_X, SUN_Y, SUN_RADIUS = 560, 150, 54

# Letters of five columns by seven rows, one number a row.
FONT = {
    "A": (14, 17, 17, 31, 17, 17, 17), "C": (14, 17, 16, 16, 16, 17, 14), "D": (30, 17, 17, 17, 17, 17, 30),
    "E": (31, 16, 16, 30, 16, 16, 31), "F": (31, 16, 16, 30, 16, 16, 16), "G": (14, 17, 16, 23, 17, 17, 15),
    "H": (17, 17, 17, 31, 17, 17, 17), "I": (14, 4, 4, 4, 4, 4, 14),
    "L": (16, 16, 16, 16, 16, 16, 31), "N": (17, 25, 21, 19, 17, 17, 17), "O": (14, 17, 17, 17, 17, 17, 14),
    "P": (30, 17, 17, 30, 16, 16, 16), "R": (30, 17, 17, 30, 20, 18, 17), "S": (15, 16, 16, 14, 1, 1, 30),
    "T": (31, 4, 4, 4, 4, 4, 4), "U": (17, 17, 17, 17, 17, 17, 14), " ": (0,) * 7,
}
LINES = ["CUDA FOR RUST", "SAFE COPIES", "TILES IN FLIGHT", "NOTHING IS LOST"]


def hash32(x, y):
    """A well-mixed 32-bit number for a place."""
    value = (x * 0x9E3779B1 ^ y * 0x85EBCA77) & 0xFFFFFFFF
    value = (value ^ value >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    value = (value ^ value >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return value ^ value >> 15


def blend(low, high, part, whole):
    return tuple(a + (b - a) * part // whole for a, b in zip(low, high))


def ridge(x, step, swing, seed):
    """Height of a ridge line at column x: random posts every `step` columns, joined by parabolas."""
    post, within = divmod(x, step)
    left, right = hash32(post, seed) % swing, hash32(post + 1, seed) % swing
    smooth = within * within * (3 * step - 2 * within)
    return left + (right - left) * smooth // step**3


def sky(x, y):
    colour = blend((38, 52, 110), (250, 184, 120), y, HORIZON)
    square = (x - SUN_X) ** 2 + (y - SUN_Y) ** 2
    if square < SUN_RADIUS**2:
        return (255, 236, 170)
    glow = max(0, 60 - square // 700)
    return tuple(min(255, c + glow) for c in colour)


def hills(x, y):
    for base, step, swing, seed, colour in ((205, 96, 90, 1, (96, 88, 128)), (250, 61, 66, 2, (58, 66, 96)), (296, 37, 38, 3, (26, 42, 52))):
        top = base + ridge(x, step, swing, seed)
        if seed == 3:
            top -= hash32(x // 3, 9) % 9
        if top <= y < HORIZON:
            yield blend(colour, (12, 20, 30), y - top, HORIZON)


def land(x, y):
    colour = sky(x, y)
    for colour_of_hill in hills(x, y):
        colour = colour_of_hill
    return colour


def water(x, y):
    depth = y - HORIZON
    shift = (hash32(0, y // 2) % 7 - 3) * (depth // 24 + 1)
    mirrored = land(min(WIDTH - 1, max(0, x + shift)), max(0, HORIZON - 1 - depth * 3 // 2))
    colour = blend(mirrored, (10, 30, 54), depth + 60, HEIGHT - HORIZON + 100)
    grain = hash32(x, y) % 12 if x < 300 and depth > 60 else 0
    return tuple(min(255, c + grain) for c in colour)


def card(x, y):
    """The card of small print, or None beside it."""
    left, top, scale = 36, 36, 2
    width, height = 15 * 6 * scale + 20, len(LINES) * 10 * scale + 16
    if not (left <= x < left + width and top <= y < top + height):
        return None
    if x - left < 2 or y - top < 2 or left + width - x <= 2 or top + height - y <= 2:
        return (60, 40, 30)
    column, row = (x - left - 10) // scale, (y - top - 10) // scale
    if column >= 0 and row >= 0 and row % 10 < 7 and row // 10 < len(LINES):
        line, place = LINES[row // 10], column // 6
        if place < len(line) and column % 6 < 5 and FONT[line[place]][row % 10] >> (4 - column % 6) & 1:
            return (40, 24, 20)
    return (244, 232, 208)


def rings(x, y):
    """Rings that grow finer outwards, or None beside them."""
    square = (x - 668) ** 2 + (y - 420) ** 2
    if square >= 64**2:
        return None
    return (240, 240, 240) if square // 256 % 2 else (30, 30, 30)


def pixel(x, y):
    return card(x, y) or rings(x, y) or (land(x, y) if y < HORIZON else water(x, y))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main():
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("sample.png")
    rows = bytearray()
    above = bytes(WIDTH * 3)
    for y in range(HEIGHT):
        row = bytes(channel for x in range(WIDTH) for channel in pixel(x, y))
        rows.append(2)  # PNG's filter "up": each byte less the one above it.
        rows += bytes((a - b) & 255 for a, b in zip(row, above))
        above = row
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    output.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


main()
