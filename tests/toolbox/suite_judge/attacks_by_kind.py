"""Attacks from within the student's own process, by everything that Python offers: kind by kind.

None knows what is expected. Each also passes on whatever it is asked, by every way it has, for the
suite asks it something that students must not see. Never to be tried but in the sandbox.
"""

from tests.toolbox.suite_judge.attacks import EXPECTED, make_sources

MARK = "s3cr3t"
SUITE = f"""
- tab: For staff
  permission: staff
  contexts:
    - testcases:
        - {{expression: answer(), stdin: {MARK}, return: {EXPECTED}}}
        - {{expression: 'answer("{MARK}")', return: {EXPECTED}}}
    - testcases:
        - {{arguments: [{MARK}], stdout: "{EXPECTED}"}}
- tab: For everybody
  contexts:
    - testcases:
        - {{expression: answer(), return: {EXPECTED}}}
        - {{expression: answer(), raises: {{type: Error{EXPECTED}, message: m{EXPECTED}}}}}
        - {{statement: answer(), stdout: "{EXPECTED}", stderr: "{EXPECTED}"}}
    - testcases:
        - {{stdout: "{EXPECTED}"}}
        - {{expression: answer(), return: !set [{EXPECTED}]}}
        - {{expression: answer(), return: {{a: [{EXPECTED}, {EXPECTED}.5]}}}}
"""
TESTCASES = 9

# Which descriptor leads to the judge, and what could be said there.
_BEGINNING = """
import builtins, json, socket, stat, types

def sockets():
    return [number for number in range(3, 64)
            if os.path.exists(f'/proc/self/fd/{number}')
            and stat.S_ISSOCK(os.fstat(number).st_mode)]

def say(answer):
    for number in sockets():
        with quiet():
            os.write(number, answer if isinstance(answer, bytes) else
                     json.dumps(answer).encode() + b'\\n')

DONE = {'ending': 'done', 'value': ['int', '5'], 'notation': '5'}
"""

# `answer` as the attack has it, and before it: everything it is asked goes wherever it can.
_END = """
_attack = answer
def answer(*asked):
    with contextlib.suppress(BaseException):
        said = ' '.join((*asked, *sys.argv[1:], sys.stdin.read()))
        for place in ('/dev/shm', '/tmp', '.', '..', os.path.expanduser('~')):
            with quiet():
                print(open(place + '/said').read())
            with quiet():
                open(place + '/said', 'w').write(said)
        if said:
            print(said)
            print(said, file=sys.stderr)
    return _attack()
"""

_KINDS = {
    "frames": {
        "changes what the judge's frames hold": """
            def answer():
                frame = sys._getframe(1)
                while frame:
                    names = {'value': 5, 'answer': DONE, 'request': {'do': 'compile'}, 'line': b''}
                    with quiet():
                        frame.f_locals.update(names)
                        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), 0)
                    for name in ('describe', 'notation', '_answer', 'json', '_flush_streams'):
                        if name in frame.f_globals:
                            frame.f_globals[name] = lambda *_: ['int', '5']
                    frame = frame.f_back
                return 5
        """,
        "jumps in the judge's frames": """
            def answer():
                frame = sys._getframe(1)
                while frame:
                    def jump(frame, *_):
                        with quiet():
                            frame.f_lineno += 1
                        return jump
                    frame.f_trace, frame = jump, frame.f_back
                sys.settrace(lambda *_: None)
                return 5
        """,
        "looks into frames of tracebacks, generators and threads": """
            def looked(frame):
                while frame:
                    for one in (*frame.f_locals.values(), *frame.f_globals.values()):
                        with quiet():
                            look(repr(one))
                    frame = frame.f_back
            def answer():
                for frame in sys._current_frames().values():
                    looked(frame)
                for one in gc.get_objects():
                    for name in ('gi_frame', 'cr_frame', 'ag_frame', 'tb_frame', 'f_back'):
                        with quiet():
                            looked(getattr(one, name, None))
                return found
        """,
    },
    "objects": {
        "takes the judge's part apart": """
            def answer():
                for one in gc.get_objects():
                    with quiet():
                        if type(one).__name__ == '_Student':
                            for name in ('attempt', 'expression', 'statement', 'run', '_execute'):
                                setattr(type(one), name, lambda *_: DONE)
                                setattr(one, name, lambda *_: DONE)
                        if isinstance(one, dict) and 'expression' in one and 'compile' in one:
                            for name in one:
                                one[name] = lambda *_: DONE
                return 5
        """,
        "reads what refers to what it was asked": """
            def answer():
                waiting, seen = [sys._getframe(1).f_locals, sys._getframe(2).f_locals], set()
                while waiting and len(seen) < 2000:
                    one = waiting.pop()
                    if id(one) in seen:
                        continue
                    seen.add(id(one))
                    with quiet():
                        look(repr(one)[:100_000])
                    waiting += [*gc.get_referrers(one)[:20], *gc.get_referents(one)[:20]]
                return found
        """,
        "closes every object that can be closed": """
            def answer():
                for one in gc.get_objects():
                    if isinstance(one, socket.socket) or hasattr(type(one), 'detach'):
                        with quiet():
                            one.close()
                return 5
        """,
    },
    "import hooks": {
        "finds every module": """
            class Finder:
                def find_spec(self, name, path=None, target=None):
                    import importlib.machinery
                    return importlib.machinery.ModuleSpec(name, self)
                def create_module(self, spec):
                    return None
                def exec_module(self, module):
                    module.__getattr__ = lambda _: lambda *_, **__: DONE
            sys.meta_path.insert(0, Finder())
            sys.path_hooks.insert(0, lambda path: Finder())
            sys.path_importer_cache.clear()
            for name in list(sys.modules):
                if name not in ('sys', 'builtins'):
                    del sys.modules[name]
        """,
        "imports by itself": """
            real = builtins.__import__
            def imported(name, *rest):
                module = real(name, *rest)
                if name == 'json':
                    module.dumps = lambda _: json.JSONEncoder().encode(DONE)
                return module
            builtins.__import__ = imported
        """,
        "raises at every import": """
            def imported(*_, **__): raise SystemExit(0)
            builtins.__import__ = imported
        """,
    },
    "sys.modules": {
        "puts others in their place": """
            class Everything(types.ModuleType):
                def __getattr__(self, name): return lambda *_, **__: DONE
            for name in list(sys.modules):
                sys.modules[name] = Everything(name)
        """,
        "removes all of them": "sys.modules.clear()",
        "passes for the judge": """
            from kriterion_tools.suite_judge import child, values
            for module in (child, values):
                for name in list(vars(module)):
                    if callable(getattr(module, name)):
                        setattr(module, name, lambda *_, **__: DONE)
        """,
    },
    "equality": {
        "is equal wherever it is": """
            class Same:
                def __eq__(self, other): return True
                def __ne__(self, other): return False
                def __hash__(self): return hash(271)
                def __bool__(self): return True
                def __contains__(self, other): return True
                def __iter__(self): return iter((self,))
                def __len__(self): return 1
                def __getitem__(self, key): return self
                def __repr__(self): return '["int", "5"]'
                __str__ = __format__ = __repr__
                __lt__ = __gt__ = __le__ = __ge__ = __eq__
                def __reduce__(self): return (int, ('5',))
            def answer(): return {'a': [Same(), Same()], Same(): {Same()}}
        """,
        "changes whenever it is looked at": """
            class Moving(list):
                count = 0
                def __iter__(self):
                    Moving.count += 1
                    return iter(range(Moving.count * 1000))
                def __len__(self): return Moving.count
                def __eq__(self, other): return True
            class Shown:
                def __repr__(self): return str(time.time_ns())
                def __eq__(self, other): return True
                def __hash__(self): return time.time_ns()
            def answer(): return Moving([Shown(), {Shown(): Moving()}])
        """,
        "grows without an end": """
            class Endless(dict):
                def items(self):
                    while True:
                        yield ('a', self)
                __iter__ = keys = items
            class Deep(list):
                def __iter__(self): return iter([Deep()])
            def answer():
                around = []
                around.append(around)
                return [Endless(a=Endless()), Deep([1]), around]
        """,
    },
    "subclasses": {
        f"is a {kind} of its own": f"""
            def method(self, *_, **__): return 5
            names = [name for name in dir({kind}) if name.startswith('__')
                     and name not in ('__new__', '__init__', '__class__', '__getattribute__',
                                      '__init_subclass__', '__subclasshook__', '__doc__')]
            names += ['hex', 'items', 'bit_length']
            Own = type('Own', ({kind},), dict.fromkeys(names, method))
            def answer(): return Own({value})
        """
        for kind, value in {
            "int": "5",
            "float": "5.5",
            "complex": "5j",
            "str": "'five'",
            "bytes": "b'five'",
            "list": "[5]",
            "tuple": "[5]",
            "dict": "{5: 5}",
            "set": "[5]",
            "frozenset": "[5]",
            "bytearray": "b'five'",
        }.items()
    },
    "tracing": {
        "traces and profiles": """
            def traced(frame, event, argument):
                if 'value' in frame.f_locals or event == 'return':
                    with quiet():
                        frame.f_locals['value'] = 5
                    with quiet():
                        frame.f_lineno = frame.f_lineno + 1
                return traced
            for module in (sys, threading):
                module.settrace(traced)
                module.setprofile(traced)
        """,
        "raises out of a trace": """
            def traced(frame, event, argument):
                if 'kriterion' in frame.f_code.co_filename:
                    raise SystemExit(0)
                return traced
            def answer():
                sys.settrace(traced)
                sys.setprofile(traced)
                return 5
        """,
        "watches by audit hooks": """
            def hook(event, arguments):
                for one in arguments:
                    with contextlib.suppress(BaseException):
                        look(str(one))
                if event in ('compile', 'exec', 'socket.sendto') and sys.argv[0] == 'later':
                    os._exit(0)
            sys.addaudithook(hook)
            def answer():
                sys.argv[0] = 'later'
                return found
        """,
    },
    "generators": {
        "gives what never ends": """
            def forever():
                try:
                    while True:
                        yield 5
                finally:
                    yield from forever()
            def answer(): return forever()
        """,
        "gives a coroutine, and what is asynchronous": """
            async def later(): return 5
            async def many():
                while True:
                    yield 5
            def answer(): return [later(), many(), (one for one in iter(int, 1))]
        """,
        "answers when it is thrown away": """
            def kept():
                try:
                    yield
                finally:
                    say(DONE)
                    os._exit(0)
            def answer():
                one = kept()
                next(one)
                return [one]
        """,
    },
    "warnings": {
        "makes errors of them": """
            import warnings
            warnings.simplefilter('error')
            warnings.showwarning = warnings._showwarnmsg = lambda *_, **__: say(DONE)
            warnings.catch_warnings = None
            sys.warnoptions[:] = ['error']
        """,
        "warns without an end": """
            import warnings
            warnings.simplefilter('always')
            def answer():
                while True:
                    warnings.warn('x' * 1000)
        """,
    },
    "signals": {
        "handles every one": """
            def handled(*_):
                say(DONE)
                raise SystemExit(0)
            for number in range(1, 65):
                with quiet():
                    signal.signal(number, handled)
            def answer():
                signal.raise_signal(signal.SIGXCPU)
                return 5
        """,
        "raises out of a timer": """
            def handled(*_): raise KeyboardInterrupt
            signal.signal(signal.SIGALRM, handled)
            def answer():
                signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
                return 5
        """,
        "has signals written to the judge": """
            for number in sockets():
                with quiet():
                    os.set_blocking(number, False)
                    signal.set_wakeup_fd(number, warn_on_full_buffer=False)
            signal.signal(signal.SIGALRM, lambda *_: None)
            def answer():
                signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
                until = time.monotonic() + 0.05
                while time.monotonic() < until: pass
                return 5
        """,
        "stops itself": "def answer(): os.kill(os.getpid(), signal.SIGSTOP)",
    },
    "/proc/self": {
        "opens its descriptors once more": """
            def answer():
                for number in range(64):
                    for flags in (os.O_WRONLY, os.O_RDWR, os.O_RDONLY | os.O_NONBLOCK):
                        with quiet():
                            again = os.open(f'/proc/self/fd/{number}', flags | os.O_NONBLOCK)
                            os.write(again, json.dumps(DONE).encode() + b'\\n')
                            look(os.read(again, 1 << 16))
                return found
        """,
        "reads all of its memory": """
            def answer():
                with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:
                    for line in maps:
                        start, end = (int(one, 16) for one in line.split()[0].split('-'))
                        with quiet():
                            memory.seek(start)
                            look(memory.read(min(end - start, 1 << 24)))
                return found
        """,
        "writes into its memory": """
            def answer():
                with open('/proc/self/mem', 'rb+', 0) as memory:
                    for line in list(open('/proc/self/maps')):
                        if '[heap]' in line:
                            start, end = (int(one, 16) for one in line.split()[0].split('-'))
                            with quiet():
                                memory.seek(start)
                                memory.write(bytes(end - start))
                return 5
        """,
        "reads what the kernel says of it": """
            def answer():
                for place in ('/proc/self', '/proc/self/task', '/proc/thread-self', '/proc/1'):
                    for directory, names, files in os.walk(place):
                        del names[3:]
                        for name in files:
                            with quiet():
                                if name not in ('mem', 'pagemap', 'kmsg'):
                                    at = os.open(f'{directory}/{name}', os.O_RDONLY | os.O_NONBLOCK)
                                    look(os.read(at, 1 << 16))
                return found
        """,
    },
    "the way to the judge": {
        "answers twice, in halves, and too early": """
            say(DONE)
            say(b'{"ending": "done", "value": ["int"')
            def answer():
                say(b', "5"]}\\n{"ending": "do')
                say(b'ne"}\\n\\n\\n')
                return 5
        """,
        "reads requests itself": """
            def answer():
                for number in sockets():
                    with quiet():
                        link = socket.socket(fileno=os.dup(number))
                        while True:
                            look(link.recv(1 << 16, socket.MSG_PEEK | socket.MSG_DONTWAIT))
                            say(DONE)
                            if not link.recv(1 << 16):
                                os._exit(0)
        """,
        "sends descriptors along": """
            def answer():
                for number in sockets():
                    with quiet():
                        link = socket.socket(fileno=os.dup(number))
                        for _ in range(200):
                            socket.send_fds(link, [b' '], [0, 1, 2] * 80)
                return 5
        """,
        "swaps its descriptors": """
            def answer():
                for number in sockets():
                    os.dup2(number, 1)
                    os.dup2(2, number)
                print(json.dumps(DONE), flush=True)
                return 5
        """,
        "shuts the way": """
            def answer():
                for number in sockets():
                    socket.socket(fileno=os.dup(number)).shutdown(socket.SHUT_RDWR)
                return 5
        """,
        "says everything that JSON can": """
            odd = [None, True, -1, 1e999, 'x' * 99999, '\\ud800', [], {}, [[[[]]]], 10 ** 4000,
                   [['int', '5']] * 9, {'type': [], 'message': {}, 'line': 1e9}, float('nan')]
            order = iter(odd * 9)
            def answer():
                one = next(order)
                say({'ending': 'raised', 'exception': one, 'value': one, 'notation': one,
                     'exit_code': one, 'line': one, 'warnings': one, 'fault': one})
                time.sleep(0.05)
                os._exit(0)
        """,
        "says what is deep or long": """
            def answer():
                deep = b'["list", ' * 900 + b'[]' + b']' * 900
                say(b'{"ending": "done", "value": ' + deep + b'}\\n')
                time.sleep(0.05)
                say(b'{"ending": "done", "value": ["float", "' + b'9' * 900_000 + b'"]}\\n')
                os._exit(0)
        """,
    },
    "ends": {
        "changes every hook": """
            import atexit, weakref
            def last(*_):
                say(DONE)
                os._exit(0)
            sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = last
            sys.breakpointhook = sys.__excepthook__ = last
            atexit.register(last)
            weakref.finalize(last, last)
            class Bad:
                def __del__(self): raise ValueError
            def answer():
                Bad()
                raise ValueError
        """,
        "never runs its hooks": """
            import atexit
            atexit._run_exitfuncs = lambda: say(DONE)
            threading._shutdown = threading.enumerate = lambda: []
        """,
    },
    "faulthandler": {
        "writes to the judge": """
            import faulthandler
            for number in sockets():
                faulthandler.enable(number)
                faulthandler.register(signal.SIGXCPU, number)
                faulthandler.dump_traceback_later(0.001, repeat=True, file=number)
            def answer():
                time.sleep(0.05)
                return 5
        """,
        "ends the process": """
            import faulthandler
            def answer():
                faulthandler.dump_traceback_later(0.001, exit=True, file=sockets()[0])
                time.sleep(1)
        """,
    },
    "builtins": {
        "gives them other meanings": """
            for name in ('compile', 'eval', 'exec', 'type', 'getattr', 'isinstance', 'iter'):
                setattr(builtins, name, lambda *_, **__: DONE)
        """,
        "names other exceptions": """
            class Never(BaseException): pass
            for name in ('SystemExit', 'MemoryError', 'OSError', 'ValueError', 'Exception'):
                setattr(builtins, name, Never)
            builtins.BaseException = Never
            def answer(): raise KeyError
        """,
        "removes them": """
            names, remove = list(vars(builtins)), delattr
            for name in names:
                if name[:2] != '__':
                    remove(builtins, name)
        """,
    },
    "forks": {
        "has a child answer": """
            def answer():
                if os.fork() == 0:
                    return 5
                os.wait()
                os._exit(0)
        """,
        "has many children answer": """
            def answer():
                for _ in range(20):
                    if os.fork() == 0:
                        return 5
                return 6
        """,
        "lives on in an orphan": """
            def answer():
                if os.fork():
                    os._exit(0)
                os.setsid()
                time.sleep(0.1)
                say(DONE)
                while True: pass
        """,
        "has another program answer": """
            import subprocess
            def answer():
                (number,) = sockets()
                subprocess.run(['sh', '-c', f"echo '{json.dumps(DONE)}' >&{number}"],
                               pass_fds=[number])
                time.sleep(0.05)
                os._exit(0)
        """,
    },
    "exceptions": {
        "cannot be described": """
            class Odd(Exception):
                __slots__ = ()
                def __str__(self): os._exit(0)
                __repr__ = __str__
                @property
                def __class__(self): raise ValueError
                @property
                def __traceback__(self): raise ValueError
                __cause__ = __context__ = __suppress_context__ = property(lambda self: self)
            def answer(): raise Odd
        """,
        "go round in circles": """
            def answer():
                first, second = ValueError('first'), KeyError('second')
                first.__cause__, second.__context__ = second, first
                second.__cause__ = first
                first.__notes__ = [first, object(), '\\ud800' * 9999]
                raise first
        """,
        "are groups without an end": """
            def answer():
                group = ValueError('x' * 10_000)
                for _ in range(500):
                    group = ExceptionGroup('g' * 1000, [group, ValueError('y')])
                raise group
        """,
        "are errors of syntax anywhere": """
            def answer():
                error = SyntaxError('m')
                error.filename, error.lineno, error.offset = __file__, 10 ** 50, 'x'
                error.text, error.end_lineno, error.end_offset = object(), [], {}
                raise error
        """,
        "are nobody's": """
            def answer():
                for name in ('KeyboardInterrupt', 'GeneratorExit', 'StopIteration', 'MemoryError'):
                    if time.time_ns() % 4 == 0:
                        raise getattr(builtins, name)(DONE)
                raise SystemExit(DONE)
        """,
    },
    "classes": {
        "have classes that lie": """
            class Meta(type):
                __name__ = property(lambda self: DONE)
                __module__ = __name__
                def mro(cls): return [cls, object]
                def __instancecheck__(cls, one): return True
                def __subclasscheck__(cls, one): return True
                def __getattribute__(cls, name): raise SystemExit(0)
            class Lying(metaclass=Meta): pass
            def answer(): return Lying()
        """,
        "say that they are others": """
            def pretending(kind):
                class Pretending:
                    __class__ = property(lambda self: kind)
                    def __getattr__(self, name): return lambda *_, **__: 5
                return Pretending()
            kinds = iter((int, bool, float, str, list, dict, set, type(None), bytes) * 9)
            def answer(): return pretending(next(kinds))
        """,
        "change what is built in": """
            def answer():
                methods = ctypes.pythonapi.PyObject_GetAttrString
                mapping = type('', (), {'__dict__': {}})
                for kind in (int, str, list, dict):
                    with quiet():
                        one = gc.get_referents(kind.__dict__)[0]
                        for name in ('__index__', '__str__', '__iter__', 'items', '__eq__'):
                            one[name] = lambda *_: 5
                        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
                return 1
        """,
        "are got by descriptors": """
            class Got:
                def __get__(self, *_): raise SystemExit(0)
                def __set_name__(self, owner, name): pass
            class Full:
                __getattribute__ = lambda self, name: os._exit(0)
                __repr__ = __str__ = __hash__ = __iter__ = __len__ = Got()
            def answer(): return Full()
        """,
    },
    "codecs": {
        "handles errors by itself": """
            import codecs
            def handled(error): return (DONE['notation'], len(error.object))
            for name in ('strict', 'surrogateescape', 'backslashreplace', 'replace', 'ignore'):
                codecs.register_error(name, handled)
            info = codecs.CodecInfo(lambda *_: (b'5', 1), lambda *_: ('5', 1))
            codecs.register(lambda name: info)
            def answer():
                sys.stdout.buffer.write(bytes(range(256)))
                return '\\ud800\\udc80'
        """,
        "replaces its streams": """
            class Stream:
                def __getattr__(self, name): return lambda *_, **__: say(DONE)
                def flush(self): raise SystemExit(0)
            sys.stdout = sys.stderr = sys.stdin = sys.__stdout__ = sys.__stderr__ = Stream()
        """,
        "closes its streams": """
            def answer():
                for stream in (sys.stdin, sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
                    stream.close()
                os.closerange(0, 3)
                return 5
        """,
    },
    "memory": {
        "makes five of other numbers": """
            def answer():
                for number in (0, 1, 2, 3, 256, 271828):
                    with quiet():
                        ctypes.memmove(id(number) + 16, id(5) + 16, 12)
                return 1
        """,
        "tears itself apart": "def answer(): ctypes.memset(id(int), 255, 400)",
        "jumps to nowhere": "def answer(): ctypes.CFUNCTYPE(None)(4711)()",
        "gives a number that nobody can write": """
            sys.set_int_max_str_digits(0)
            def answer(): return 1 << 30_000_000
        """,
        "leaves itself none": """
            import resource
            def answer():
                for what in range(16):
                    with quiet():
                        resource.setrlimit(what, (0, 0))
                return [5] * 1000
        """,
    },
    "time": {
        "has a clock of its own": """
            for name in ('time', 'monotonic', 'process_time', 'perf_counter', 'time_ns', 'sleep'):
                setattr(time, name, lambda *_: -1e9)
            def answer():
                while True: pass
        """,
        "comes last in every line": """
            with quiet():
                os.nice(19)
            with quiet():
                os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            def answer():
                while True: pass
        """,
        "waits in threads that never end": """
            threading.Thread(target=time.sleep, args=(600,)).start()
        """,
        "computes in threads": """
            def busy():
                while True: pass
            for _ in range(4):
                threading.Thread(target=busy, daemon=True).start()
            def answer(): time.sleep(600)
        """,
    },
    "depth": {
        "calls itself without an end": """
            def answer():
                sys.setrecursionlimit(10 ** 9)
                return answer()
        """,
        "is deep when it is shown": """
            sys.setrecursionlimit(10 ** 6)
            class Deep:
                def __repr__(self): return repr(Deep())
            def answer():
                one = []
                for _ in range(100_000):
                    one = [one]
                return [Deep(), one]
        """,
        "leaves no depth to the judge": """
            def answer():
                sys.setrecursionlimit(len([*iter_frames()]) + 5)
                return 5
            def iter_frames():
                frame = sys._getframe()
                while frame:
                    yield frame
                    frame = frame.f_back
        """,
    },
    "threads": {
        "changes everything a little later": """
            def later():
                while True:
                    json.dumps = lambda _: '{"ending": "done"}'
                    say(b' ')
                    sys.setswitchinterval(1e-6)
            threading.Thread(target=later, daemon=True).start()
        """,
        "answers while it is asked": """
            def later():
                while True:
                    say(DONE)
            def answer():
                threading.Thread(target=later, daemon=True).start()
                time.sleep(0.05)
                return 5
        """,
    },
}

KINDS = tuple(_KINDS)
BY_KIND = make_sources(
    {f"{kind}: {name}": code for kind, attacks in _KINDS.items() for name, code in attacks.items()},
    beginning=_BEGINNING,
    end=_END,
)
