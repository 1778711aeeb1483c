"""The files that our program plays with: itself and its weights."""

import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def default_weights(game):
    """The files that tell what our program plays `game` with; none where it needs none. Ends the script where they cannot be read."""
    choice = pathlib.Path(os.environ.get("TRIVIUM_MODELS") or ROOT / "models") / game / "default.json"
    try:
        return [choice, *(choice.with_name(file) for file in json.loads(choice.read_text()).values())]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {choice}: {fault!r}")


def program_files(trivium):
    """What a build holds of our program and of trivium-match, by the place in a ladder's folder; nothing where there is no build.

    The places are those of an installed program, wherever the build lies and whatever our program is called there.
    """
    files = {}
    for name, program in (("trivium", trivium), ("trivium-match", trivium.with_name("trivium-match"))):
        files[f"bin/{name}"] = program
        for kernel in sorted((trivium.parents[1] / "libexec" / "trivium").glob(f"{program.name}.*")):
            files[f"libexec/trivium/{name}{kernel.name.removeprefix(program.name)}"] = kernel
    return {place: file for place, file in files.items() if file.exists()}
