#!/usr/bin/env python3
"""A Connect-6 player (GTP) that places its stones on the first empty cell.

It is the program of both engines in journals/unfinished.db. The journal has a hash of this file:
after a change of it the tournament cannot be resumed.
"""
import sys

size, taken = 19, set()
for line in sys.stdin:
    command, *words = line.split() or [""]
    answer = ""
    if command == "boardsize":
        size = int(words[0])
    elif command == "clear_board":
        taken.clear()
    elif command == "play":
        taken.add(words[1].lower())
    elif command == "genmove":
        cells = (f"{'abcdefghjklmnopqrstuvwxyz'[column]}{row + 1}"
                 for row in range(size) for column in range(size))
        answer = next(cell for cell in cells if cell not in taken)
        taken.add(answer)
    elif command == "protocol_version":
        answer = "2"
    elif command == "name":
        answer = "Corner"
    elif command == "list_commands":
        answer = "\n".join(("boardsize", "clear_board", "genmove", "list_commands", "name", "play",
                            "protocol_version", "quit"))
    print(f"= {answer}\n", flush=True)
    if command == "quit":
        break
