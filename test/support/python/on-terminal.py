# Runs a command on a terminal, answers its first question or types as soon as a file of the pattern exists, and prints its
# output and exit code as JSON. The code is null if the command does not end.
import glob
import json
import os
import pty
import select
import signal
import sys
import time

given = json.load(sys.stdin)
process, terminal = pty.fork()
if process == 0:
    os.chdir(given["folder"])
    os.execvpe(given["command"][0], given["command"], given["environment"])

output = b""
is_answered = False
is_closed = False
deadline = time.time() + given["seconds"]
while not is_closed and time.time() < deadline:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            output += os.read(terminal, 65536)
        except OSError:
            is_closed = True
    if not is_answered and (b"[y/N] " in output or glob.glob(given["pattern"])):
        os.write(terminal, given["answer"].encode())
        is_answered = True
if not is_closed:
    os.kill(process, signal.SIGKILL)
_, status = os.waitpid(process, 0)
code = os.waitstatus_to_exitcode(status)
print(json.dumps({"output": output.decode(), "code": code if is_closed else None}))
