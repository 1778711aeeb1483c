"""Texts packed with zstd, for tests of readers; without a package, by blocks that are stored."""


def zstd_frame(content):
    """`content` (bytes) as a frame of RFC 8878."""
    block = 1 << 17
    frame = b"\x28\xb5\x2f\xfd\xa0" + len(content).to_bytes(4, "little")
    for begin in range(0, max(len(content), 1), block):
        piece = content[begin:begin + block]
        is_last = begin + block >= len(content)
        frame += (len(piece) << 3 | is_last).to_bytes(3, "little") + piece
    return frame
