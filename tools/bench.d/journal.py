"""The games of a journal of trivium-match, for the scripts of tools/bench."""

import json
import subprocess
import sys


def exported(program, journal):
    """Its complete games as `trivium-match export --format json` tells them; that program lies beside `program`. A journal that cannot be
    read ends the script."""
    done = subprocess.run([program.with_name("trivium-match"), "export", "--format", "json", journal], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]
