"""Ways in which code of one context leaves a note for that of another: `leave(n)` and `find()`.

A note is a number below 1000. `find` gives None, or raises an exception, when there is none.
"""

import platform
import textwrap

_PREAMBLE = """
import contextlib, ctypes, os, socket, stat, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)

def call(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), 'refused')
    return result

def above():
    # The directories around the work directory, and others that a program knows of.
    places = ['/dev/shm', '/tmp', '/var/tmp', '/home', os.path.expanduser('~'), '/mnt', '/']
    here = os.path.dirname(os.getcwd())
    while here != '/':
        places.append(here)
        here = os.path.dirname(here)
    return places

def write(path, n):
    with contextlib.suppress(OSError), open(path, 'w') as file:
        file.write(str(n))

def read(path):
    with open(path) as file:
        return int(file.read())
"""

_FILE = """
def leave(n): write({path!r}, n)
def find(): return read({path!r})
"""

WAYS = {
    **{
        f"a file in {place}": _FILE.format(path=f"{place}/note")
        for place in ("/dev/shm", "/tmp", "/var/tmp", "/home", "/mnt", "..")
    },
    "a file beside the exercise's own": """
        def leave(n): write(os.path.expanduser('~/workdir/note'), n)
        def find(): return read('note')
    """,
    "a file in the home directory": """
        def leave(n): write(os.path.expanduser('~/note'), n)
        def find(): return read(os.path.expanduser('~/note'))
    """,
    "a file that nobody can list": """
        def leave(n):
            os.makedirs('/dev/shm/locked/in')
            write('/dev/shm/locked/in/note', n)
            os.chmod('/dev/shm/locked', 0o100)
        def find(): return read('/dev/shm/locked/in/note')
    """,
    "a file in a directory that is locked": """
        def leave(n):
            write('/dev/shm/note', n)
            os.chmod('/dev/shm', 0)
        def find():
            os.chmod('/dev/shm', 0o700)
            return read('/dev/shm/note')
    """,
    "the name of a link": """
        def leave(n): os.symlink(str(n), '/dev/shm/note')
        def find(): return int(os.readlink('/dev/shm/note'))
    """,
    "shared memory": """
        from multiprocessing import shared_memory, resource_tracker
        resource_tracker.register = lambda *_: None
        def leave(n):
            block = shared_memory.SharedMemory('note', create=True, size=8)
            block.buf[:8] = n.to_bytes(8, 'big')
        def find():
            block = shared_memory.SharedMemory('note')
            return int.from_bytes(block.buf[:8], 'big')
    """,
    "a semaphore": """
        libc.sem_open.restype = ctypes.c_void_p
        def leave(n): libc.sem_open(b'/note', os.O_CREAT, 0o600, n)
        def find():
            semaphore, value = libc.sem_open(b'/note', 0), ctypes.c_int()
            if semaphore is None:
                return None
            libc.sem_getvalue(ctypes.c_void_p(semaphore), ctypes.byref(value))
            return value.value
    """,
    "shared memory of System V": """
        def leave(n): call(@SHMGET@, 0x6e6f, 4096 * (n + 1), 0o1600)
        def find():
            for size in range(1000, 0, -1):
                with contextlib.suppress(OSError):
                    call(@SHMGET@, 0x6e6f, 4096 * size, 0o600)
                    return size - 1
    """,
    "semaphores of System V": """
        def leave(n): call(@SEMGET@, 0x6e6f, n + 1, 0o1600)
        def find():
            for size in range(1000, 0, -1):
                with contextlib.suppress(OSError):
                    call(@SEMGET@, 0x6e6f, size, 0o600)
                    return size - 1
    """,
    "queues of System V": """
        def leave(n):
            for bit in range(10):
                if n >> bit & 1:
                    call(@MSGGET@, 0x6e6f + bit, 0o1600)
        def find():
            found = 0
            for bit in range(10):
                with contextlib.suppress(OSError):
                    call(@MSGGET@, 0x6e6f + bit, 0o600)
                    found |= 1 << bit
            return found or None
    """,
    "a message queue": """
        class Attributes(ctypes.Structure):
            _fields_ = [(name, ctypes.c_long) for name in ('flags', 'most', 'size', 'now', *'rest')]
        def leave(n):
            call(@MQ_OPEN@, b'note', os.O_CREAT | os.O_RDWR, 0o600,
                 ctypes.byref(Attributes(0, 2, n + 1)))
        def find():
            queue, attributes = call(@MQ_OPEN@, b'note', os.O_RDONLY, 0, None), Attributes()
            libc.mq_getattr(queue, ctypes.byref(attributes))
            return attributes.size - 1
    """,
    "times of directories": """
        def leave(n):
            for place in above():
                with contextlib.suppress(OSError):
                    os.utime(place, (n + 1e6, n + 1e6))
        def find():
            for place in above():
                with contextlib.suppress(OSError):
                    state = os.stat(place)
                    for seconds in (state.st_mtime, state.st_atime):
                        if 0 <= seconds - 1e6 < 1000:
                            return int(seconds - 1e6)
    """,
    "times of the exercise's files": """
        given = os.path.expanduser('~/workdir/given.txt')
        def leave(n): os.utime(given, (n + 1e6, n + 1e6))
        def find():
            seconds = os.stat(given).st_mtime - 1e6
            return int(seconds) if seconds < 1000 else None
    """,
    "modes of directories": """
        def leave(n):
            for place in above():
                with contextlib.suppress(OSError):
                    os.chmod(place, 0o700 | n & 0o77)
        def find():
            for place in above():
                with contextlib.suppress(OSError):
                    mode = stat.S_IMODE(os.stat(place).st_mode)
                    if mode == 0o700 | @NOTE@ & 0o77:
                        return @NOTE@
    """,
    "attributes of directories": """
        def leave(n):
            for place in above():
                with contextlib.suppress(OSError):
                    os.setxattr(place, 'user.note', str(n).encode())
        def find():
            for place in above():
                with contextlib.suppress(OSError):
                    return int(os.getxattr(place, 'user.note'))
    """,
    "a process that listens": """
        def leave(n):
            server = socket.socket(socket.AF_UNIX)
            server.bind('\\0note')
            server.listen()
            ready, told = os.pipe()
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.write(told, b'x')
                    while True:
                        server.accept()[0].sendall(str(n).encode())
                os._exit(0)
            os.read(ready, 1)
        def find():
            client = socket.socket(socket.AF_UNIX)
            client.connect('\\0note')
            return int(client.recv(10))
    """,
    "a process with a name": """
        def leave(n):
            ready, told = os.pipe()
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    libc.prctl(15, b'note %d' % n, 0, 0, 0)
                    os.write(told, b'x')
                    time.sleep(60)
                os._exit(0)
            os.read(ready, 1)
        def find():
            for pid in os.listdir('/proc'):
                with contextlib.suppress(OSError, ValueError):
                    return int(open(f'/proc/{int(pid)}/comm').read().removeprefix('note '))
    """,
    "the environment": """
        def leave(n): os.environ['NOTE'] = str(n)
        def find(): return int(os.environ['NOTE'])
    """,
}  # fmt: skip

# What is gone with the process, or with its work directory, without anybody's looking for it.
SHORT_LIVED = ("a file in ..", "a process that listens", "a process with a name", "the environment")

NOTE = 739

_NUMBERS = {
    "x86_64": {"@SHMGET@": 29, "@SEMGET@": 64, "@MSGGET@": 68, "@MQ_OPEN@": 240},
    "aarch64": {"@SHMGET@": 194, "@SEMGET@": 190, "@MSGGET@": 186, "@MQ_OPEN@": 180},
}


def make_source(way: str) -> str:
    """Return a submission that leaves notes in this way and looks for them."""
    source = _PREAMBLE + textwrap.dedent(WAYS[way])
    for name, number in {**_NUMBERS[platform.machine()], "@NOTE@": NOTE}.items():
        source = source.replace(name, str(number))
    return source
