#!/usr/bin/env python3
"""Reads the shipped weight files with Python's standard library by the rules of safetensors and
models/README.md.

    safetensors_layout_test.py MODELS_FOLDER
"""
import hashlib
import json
import pathlib
import struct
import sys

SIZES = {"U8": 1, "I8": 1, "I16": 2, "U16": 2, "I32": 4, "U32": 4, "F32": 4, "F64": 8, "I64": 8,
         "U64": 8}


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def check_file(path):
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    text, data = raw[8 : 8 + length], raw[8 + length :]
    check(len(text) == length and length % 8 == 0,
          f"{path}: the header is whole and a multiple of 8")
    header = json.loads(text)
    metadata = header.pop("__metadata__")
    check(all(isinstance(value, str) for value in metadata.values()),
          f"{path}: metadata values are strings")
    end = 0
    for name, tensor in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        size = SIZES[tensor["dtype"]]
        check(tensor["data_offsets"][0] == end and end % size == 0,
              f"{path}: {name} follows the one before, aligned")
        for dimension in tensor["shape"]:
            size *= dimension
        end += size
        check(tensor["data_offsets"][1] == end, f"{path}: {name} has the size of its shape")
    check(end == len(data), f"{path}: the tensors cover the data")

    stated = metadata["trivium.sha256"]
    zeroed = text.replace(stated.encode(), b"0" * 64, 1)
    check(hashlib.sha256(zeroed + data).hexdigest() == stated,
          f"{path}: the checksum is as documented")
    lines = sorted(f'{name}\t{tensor["dtype"]}\t{",".join(map(str, tensor["shape"]))}\n'
                   for name, tensor in header.items())
    check(hashlib.sha256("".join(lines).encode()).hexdigest() == metadata["trivium.features"],
          f"{path}: the feature hash is as documented")
    check(path.name == f'{metadata["trivium.kind"]}-{stated[:8]}.safetensors',
          f"{path}: the name is the canonical one")


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*/*.safetensors"))
    check(files, "there are weight files")
    for path in files:
        check_file(path)


main()
