/**
 * A program that tries to get out. It prints one line for each thing that it could do and should not, and the last line
 * where it came to its end.
 */
export const ATTEMPTS = `
import os, resource, socket
def attempt(what, act):
    try: act()
    except Exception: return
    print("could " + what)
attempt("write to /usr", lambda: open("/usr/.holdpoint", "w"))
attempt("write to /", lambda: open("/.holdpoint", "w"))
attempt("read /etc/passwd", lambda: open("/etc/passwd").read())
attempt("list /home", lambda: os.listdir("/home"))
attempt("list /root", lambda: os.listdir("/root"))
if [name for _, name in socket.if_nameindex()] != ["lo"]: print("could see a network")
if len([entry for entry in os.listdir("/proc") if entry.isdigit()]) > 4: print("could see processes of the machine")
if set(os.environ) - {"HOME", "LANG", "LC_CTYPE", "PATH", "PWD"}: print("could see the environment")
if resource.getrlimit(resource.RLIMIT_AS)[1] < 0: print("could take all memory")
children = 0
try:
    while children < 100:
        if os.fork() == 0:
            import time
            time.sleep(30)
        children += 1
    print("could start any number of processes")
except OSError: pass
os.write(1, b"tried all\\n")
os.kill(-1, 9)
`;
export const TRIED_ALL = 'tried all';

/** A program that never ends by itself. */
export const ENDLESS = `
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
time.sleep(3600)
`;
