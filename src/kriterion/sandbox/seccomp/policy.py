"""What a run may ask of the kernel: every system call is allowed, refused or absent, for a reason.

A call in none of these tables is absent: it fails with ENOSYS, as on a kernel without it, so that
libraries fall back to an older one.
"""

import errno
from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class Relaxation(StrEnum):
    """What an operator may permit to an image (`[images.NAME]` of kriterion.toml)."""

    PTRACE = "ptrace"
    SET_ID = "set_id"


@dataclass(frozen=True, kw_only=True, slots=True)
class ArgumentCondition:
    """The lower half of an argument, under a mask, equals this value (or does not).

    All arguments compared here are 32 bits wide for the kernel, which ignores the upper half.
    """

    argument: int
    value: int
    mask: int = 0xFFFFFFFF
    equal: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class CallGroup:
    """System calls that are allowed for one reason, unless a rule refuses them."""

    reason: str
    calls: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CallRule:
    """System calls that fail with this error when all conditions hold.

    The rule is ignored for images with the relaxation `lifted_by`.
    """

    reason: str
    calls: tuple[str, ...]
    error: int = errno.EPERM
    when: tuple[ArgumentCondition, ...] = ()
    lifted_by: Relaxation | None = None


def _require_equal(argument: int, value: int, mask: int = 0xFFFFFFFF) -> ArgumentCondition:
    return ArgumentCondition(argument=argument, value=value, mask=mask)


def _require_no_bit(
    argument: int, *values: int, mask: int = 0xFFFFFFFF
) -> tuple[ArgumentCondition, ...]:
    return tuple(
        ArgumentCondition(argument=argument, value=value, mask=mask, equal=False)
        for value in values
    )


def _require_any_bit(argument: int, mask: int) -> ArgumentCondition:
    return ArgumentCondition(argument=argument, value=0, mask=mask, equal=False)


ALLOWED: tuple[CallGroup, ...] = (
    CallGroup(
        reason="Files and directories. The run's mounts and the rights of an ordinary user limit"
        " them.",
        calls=(
            *("access", "chdir", "chmod", "chown", "chown32", "close", "close_range"),
            *("copy_file_range", "creat", "dup", "dup2", "dup3", "faccessat", "faccessat2"),
            *("fadvise64", "fadvise64_64", "fallocate", "fchdir", "fchmod", "fchmodat"),
            *("fchmodat2", "fchown", "fchown32", "fchownat", "fcntl", "fcntl64", "fdatasync"),
            *("fgetxattr", "flistxattr", "flock", "fremovexattr", "fsetxattr", "fstat"),
            *("fstat64", "fstatat64", "fstatfs", "fstatfs64", "fsync", "ftruncate"),
            *("ftruncate64", "futimesat", "getcwd", "getdents", "getdents64", "getxattr"),
            *("lchown", "lchown32", "lgetxattr", "link", "linkat", "listxattr", "llistxattr"),
            *("_llseek", "lremovexattr", "lseek", "lsetxattr", "lstat", "lstat64", "mkdir"),
            *("mkdirat", "mknod", "mknodat", "newfstatat", "oldfstat", "oldlstat", "oldstat"),
            *("open", "openat", "pread64", "preadv", "preadv2", "pwrite64", "pwritev"),
            *("pwritev2", "read", "readahead", "readdir", "readlink", "readlinkat", "readv"),
            *("removexattr", "rename", "renameat", "renameat2", "rmdir", "sendfile"),
            *("sendfile64", "setxattr", "splice", "stat", "stat64", "statfs", "statfs64"),
            *("statx", "symlink", "symlinkat", "sync_file_range", "tee", "truncate"),
            *("truncate64", "umask", "unlink", "unlinkat", "utime", "utimensat"),
            *("utimensat_time64", "utimes", "write", "writev"),
        ),
    ),
    CallGroup(
        reason="Waiting for files, events and time.",
        calls=(
            *("epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2"),
            *("epoll_wait", "eventfd", "eventfd2", "inotify_add_watch", "inotify_init"),
            *("inotify_init1", "inotify_rm_watch", "_newselect", "pause", "pipe", "pipe2"),
            *("poll", "ppoll", "ppoll_time64", "pselect6", "pselect6_time64", "select"),
            *("signalfd", "signalfd4", "timerfd_create", "timerfd_gettime"),
            *("timerfd_gettime64", "timerfd_settime", "timerfd_settime64"),
        ),
    ),
    CallGroup(
        reason="Memory of the process itself. The cgroup limits how much.",
        calls=(
            *("brk", "madvise", "membarrier", "memfd_create", "mincore", "mlock", "mlock2"),
            *("mlockall", "mmap", "mmap2", "mprotect", "mremap", "msync", "munlock"),
            *("munlockall", "munmap"),
        ),
    ),
    CallGroup(
        reason="Processes and threads of the run. The pid namespace hides all others.",
        calls=(
            *("capget", "capset", "clone", "execve", "execveat", "exit", "exit_group", "fork"),
            *("futex", "futex_time64", "futex_waitv", "get_robust_list", "getegid"),
            *("getegid32", "geteuid", "geteuid32", "getgid", "getgid32", "getgroups"),
            *("getgroups32", "getpgid", "getpgrp", "getpid", "getppid", "getresgid"),
            *("getresgid32", "getresuid", "getresuid32", "getsid", "gettid", "getuid"),
            *("getuid32", "kill", "pidfd_open", "pidfd_send_signal", "prctl", "rseq"),
            *("set_robust_list", "set_tid_address", "setfsgid", "setfsgid32", "setfsuid"),
            *("setfsuid32", "setgid", "setgid32", "setgroups", "setgroups32", "setpgid"),
            *("setregid", "setregid32", "setresgid", "setresgid32", "setresuid"),
            *("setresuid32", "setreuid", "setreuid32", "setsid", "setuid", "setuid32"),
            *("tgkill", "tkill", "vfork", "wait4", "waitid", "waitpid"),
        ),
    ),
    CallGroup(
        reason="Signals.",
        calls=(
            *("restart_syscall", "rt_sigaction", "rt_sigpending", "rt_sigprocmask"),
            *("rt_sigqueueinfo", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait"),
            *("rt_sigtimedwait_time64", "rt_tgsigqueueinfo", "sgetmask", "sigaction"),
            *("sigaltstack", "signal", "sigpending", "sigprocmask", "sigreturn"),
            *("sigsuspend", "ssetmask"),
        ),
    ),
    CallGroup(
        reason="Clocks and timers, which can be read but not set.",
        calls=(
            *("alarm", "clock_getres", "clock_getres_time64", "clock_gettime"),
            *("clock_gettime64", "clock_nanosleep", "clock_nanosleep_time64", "getitimer"),
            *("gettimeofday", "nanosleep", "setitimer", "time", "timer_create"),
            *("timer_delete", "timer_getoverrun", "timer_gettime", "timer_gettime64"),
            *("timer_settime", "timer_settime64", "times"),
        ),
    ),
    CallGroup(
        reason="Limits and priorities, which can be lowered but not raised.",
        calls=(
            *("getpriority", "getrlimit", "getrusage", "ioprio_get", "ioprio_set", "nice"),
            *("prlimit64", "sched_get_priority_max", "sched_get_priority_min"),
            *("sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler"),
            *("sched_rr_get_interval", "sched_rr_get_interval_time64", "sched_setaffinity"),
            *("sched_setattr", "sched_setparam", "sched_setscheduler", "sched_yield"),
            *("setpriority", "setrlimit", "ugetrlimit"),
        ),
    ),
    CallGroup(
        reason="Information about the machine, and random numbers.",
        calls=("getcpu", "getrandom", "olduname", "oldolduname", "sysinfo", "uname"),
    ),
    CallGroup(
        reason="Sockets of the families that no rule refuses. The network namespace confines them.",
        calls=(
            *("accept", "accept4", "bind", "connect", "getpeername", "getsockname"),
            *("getsockopt", "listen", "recvfrom", "recvmmsg", "recvmmsg_time64", "recvmsg"),
            *("sendmmsg", "sendmsg", "sendto", "setsockopt", "shutdown", "socket"),
            *("socketcall", "socketpair"),
        ),
    ),
    CallGroup(
        reason="Shared memory, semaphores and queues, which courses teach. Each run has its own"
        " IPC namespace.",
        calls=(
            *("ipc", "mq_getsetattr", "mq_notify", "mq_open", "mq_timedreceive"),
            *("mq_timedreceive_time64", "mq_timedsend", "mq_timedsend_time64", "mq_unlink"),
            *("msgctl", "msgget", "msgrcv", "msgsnd", "semctl", "semget", "semop"),
            *("semtimedop", "semtimedop_time64", "shmat", "shmctl", "shmdt", "shmget"),
        ),
    ),
    CallGroup(
        reason="Restricting the process further, as the fence does.",
        calls=(
            *("landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self"),
            "seccomp",
        ),
    ),
    CallGroup(
        reason="Set-up of threads by C libraries; compatibility modes; devices, of which a run"
        " has only /dev/null and similar ones, and its own terminals.",
        calls=("arch_prctl", "get_thread_area", "ioctl", "personality", "set_thread_area"),
    ),
)  # fmt: skip


_CLONE_NEW = 0x7E020000  # every CLONE_NEW… that clone(2) takes
_SET_ID = 0o6000
_CREATES = 0o100 | 0o20000000  # O_CREAT, O_TMPFILE: only then does the mode argument count
_UNIX, _INET, _INET6, _NETLINK, _ROUTE = 1, 2, 10, 16, 0
_STREAM, _DGRAM, _RAW, _TYPE = 1, 2, 3, 0xF
_ANY, _ICMP, _TCP, _UDP, _ICMPV6 = 0, 1, 6, 17, 58
_SOL_SOCKET, _TCP_ULP, _UDP_ENCAP = 1, 31, 100
_SO_FILTERS = (26, 50, 51, 52)  # SO_ATTACH_FILTER, _BPF, _REUSEPORT_CBPF, _REUSEPORT_EBPF
_TIOCSTI, _TIOCLINUX, _TIOCCONS, _TIOCSETD = 0x5412, 0x541C, 0x541D, 0x5423
# PER_LINUX32, ADDR_NO_RANDOMIZE, both
_PERSONALITIES = (0x0000008, 0x0040000, 0x0040008)
_NEW_LISTENER = 8
# Sub-calls of i386: socket, socketpair and setsockopt have their arguments in memory.
_SOCKETCALL_SOCKET, _SOCKETCALL_SOCKETPAIR, _SOCKETCALL_SETSOCKOPT = 1, 8, 14
_IPC_SHMGET = 23

# Source: Linux, include/uapi/linux/prctl.h.
_PRCTL_OPTIONS = (
    *(1, 2),  # PDEATHSIG
    *(3, 4),  # DUMPABLE: a judge keeps students out of its memory
    *(7, 8, 23, 24, 27, 28, 47),  # capabilities, of which there are none
    *(15, 16),  # NAME
    *(21, 22),  # SECCOMP
    *(25, 26, 29, 30),  # TSC, TIMERSLACK
    *(36, 37, 38, 39),  # CHILD_SUBREAPER, NO_NEW_PRIVS
    *(40, 41, 42),  # GET_TID_ADDRESS, THP_DISABLE
    *(50, 51, 63, 64),  # SVE and SME vectors
    *(52, 53),  # SPECULATION_CTRL
    *(54, 60, 61),  # pointer authentication
    *(55, 56),  # TAGGED_ADDR_CTRL
    *(65, 66),  # MDWE
    0x53564D41,  # SET_VMA: names of memory, by glibc and virtual machines
    0x59616D61,  # SET_PTRACER, by crash handlers
)

RULES: tuple[CallRule, ...] = (
    CallRule(
        reason="Mounts and roots must stay as the sandbox set them up.",
        calls=(
            *("mount", "umount", "umount2", "move_mount", "open_tree", "open_tree_attr"),
            *("mount_setattr", "fsopen", "fsconfig", "fsmount", "fspick", "pivot_root", "chroot"),
        ),
    ),
    CallRule(
        reason="New namespaces give access to parts of the kernel that are otherwise rarely"
        " exposed.",
        calls=("unshare", "setns"),
    ),
    CallRule(
        reason="New namespaces, requested by flags of clone.",
        calls=("clone",),
        when=(_require_any_bit(0, _CLONE_NEW),),
    ),
    CallRule(
        reason="Their flags are in memory, which a filter cannot read; libraries fall back to"
        " clone and openat.",
        calls=("clone3", "openat2"),
        error=errno.ENOSYS,
    ),
    CallRule(
        reason="Memory and registers of every process that the kernel lets this one trace.",
        calls=("ptrace", "process_vm_readv", "process_vm_writev", "kcmp"),
        lifted_by=Relaxation.PTRACE,
    ),
    CallRule(
        reason="Access to descriptors and memory of other processes that debuggers do not need.",
        calls=("pidfd_getfd", "process_madvise"),
    ),
    CallRule(
        reason="Keyrings belong to the user, not to a namespace: two runs could communicate"
        " through them.",
        calls=("add_key", "keyctl", "request_key"),
    ),
    CallRule(
        reason="Kernel interfaces with many past vulnerabilities and no use here.",
        calls=(
            *("bpf", "perf_event_open", "userfaultfd", "vmsplice", "memfd_secret"),
            *("modify_ldt", "vm86", "vm86old", "lookup_dcookie"),
        ),
    ),
    CallRule(
        reason="Placement of memory on NUMA nodes: no program needs it, and it has had"
        " vulnerabilities.",
        calls=(
            *("get_mempolicy", "mbind", "migrate_pages", "move_pages", "set_mempolicy"),
            "set_mempolicy_home_node",
        ),
    ),
    CallRule(
        reason="They bypass this filter, or count against limits of the whole machine; libraries"
        " work without them.",
        calls=(
            *("io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup"),
            *("io_destroy", "io_submit", "io_cancel", "io_getevents", "io_pgetevents"),
            "io_pgetevents_time64",
        ),
        error=errno.ENOSYS,
    ),
    CallRule(
        reason="File handles reach files outside the run's mounts.",
        calls=("name_to_handle_at", "open_by_handle_at", "fanotify_init", "fanotify_mark"),
    ),
    CallRule(
        reason="They affect the whole machine.",
        calls=(
            *("acct", "adjtimex", "clock_adjtime", "clock_adjtime64", "clock_settime"),
            *("clock_settime64", "settimeofday", "stime", "syslog", "delete_module"),
            *("finit_module", "init_module", "kexec_file_load", "kexec_load", "ioperm", "iopl"),
            *("quotactl", "quotactl_fd", "reboot", "swapoff", "swapon", "setdomainname"),
            *("sethostname", "vhangup", "sync", "syncfs"),
        ),
    ),
    CallRule(
        reason="READ_IMPLIES_EXEC and compatibility modes. Queries, a 32-bit machine name and"
        " disabled address randomisation are allowed.",
        calls=("personality",),
        when=_require_no_bit(0, 0, 0xFFFFFFFF, *_PERSONALITIES),
    ),
    *(
        CallRule(reason=reason, calls=("ioctl",), when=(_require_equal(1, request),))
        for request, reason in (
            (_TIOCSTI, "It injects input into the terminal that Kriterion was started from."),
            (_TIOCLINUX, "It injects input into a console by pasting a selection."),
            (_TIOCCONS, "It redirects the console's output."),
            (_TIOCSETD, "Line disciplines load old modem drivers."),
        )
    ),
    CallRule(
        reason="vsock reaches the hypervisor whatever the network namespace; others reach rare"
        " drivers.",
        calls=("socket", "socketpair"),
        error=errno.EAFNOSUPPORT,
        when=_require_no_bit(0, _UNIX, _INET, _INET6, _NETLINK),
    ),
    CallRule(
        reason="The only netlink protocol allowed is the one that lists interfaces and routes.",
        calls=("socket",),
        error=errno.EAFNOSUPPORT,
        when=(_require_equal(0, _NETLINK), *_require_no_bit(2, _ROUTE)),
    ),
    *(
        rule
        for family in (_INET, _INET6)
        for rule in (
            CallRule(
                reason="Raw packets.",
                calls=("socket",),
                when=(_require_equal(0, family), _require_equal(1, _RAW, _TYPE)),
            ),
            CallRule(
                reason="Only streams and datagrams are allowed.",
                calls=("socket",),
                error=errno.ESOCKTNOSUPPORT,
                when=(_require_equal(0, family), *_require_no_bit(1, _STREAM, _DGRAM, mask=_TYPE)),
            ),
            CallRule(
                reason="Other protocols load drivers that are otherwise rarely exposed.",
                calls=("socket",),
                error=errno.EPROTONOSUPPORT,
                when=(
                    _require_equal(0, family),
                    *_require_no_bit(2, _ANY, _ICMP, _TCP, _UDP, _ICMPV6),
                ),
            ),
        )
    ),
    *(
        CallRule(
            reason="They attach programs that the kernel runs on packets.",
            calls=("setsockopt",),
            when=(_require_equal(1, _SOL_SOCKET), _require_equal(2, option)),
        )
        for option in _SO_FILTERS
    ),
    *(
        CallRule(
            reason="Protocols on top of TCP and UDP load drivers.",
            calls=("setsockopt",),
            error=errno.ENOPROTOOPT,
            when=(_require_equal(1, level), _require_equal(2, option)),
        )
        for level, option in ((_TCP, _TCP_ULP), (_UDP, _UDP_ENCAP))
    ),
    *(
        CallRule(
            reason="On i386 its arguments are in memory, which a filter cannot read.",
            calls=("socketcall",),
            error=errno.ENOSYS,
            when=(_require_equal(0, call),),
        )
        for call in (_SOCKETCALL_SOCKET, _SOCKETCALL_SOCKETPAIR, _SOCKETCALL_SETSOCKOPT)
    ),
    CallRule(
        reason="Unlisted options of prctl fail as on a kernel that does not have them.",
        calls=("prctl",),
        error=errno.EINVAL,
        when=_require_no_bit(0, *_PRCTL_OPTIONS),
    ),
    CallRule(
        reason="A listener could decide about system calls of other processes, and delay them.",
        calls=("seccomp",),
        when=(_require_equal(0, 1), _require_any_bit(1, _NEW_LISTENER)),
    ),
    *(
        CallRule(
            reason="No file gets a set-user-id or set-group-id bit, wherever it may end up.",
            calls=calls,
            when=when,
            lifted_by=Relaxation.SET_ID,
        )
        for calls, when in (
            (("chmod", "fchmod", "mkdir", "creat", "mknod"), (_require_any_bit(1, _SET_ID),)),
            (("fchmodat", "fchmodat2", "mkdirat", "mknodat"), (_require_any_bit(2, _SET_ID),)),
            (("open",), (_require_any_bit(1, _CREATES), _require_any_bit(2, _SET_ID))),
            (("openat",), (_require_any_bit(2, _CREATES), _require_any_bit(3, _SET_ID))),
        )
    ),
)  # fmt: skip

# They fail with ENOSYS, like every call that is not listed.
ABSENT: tuple[CallGroup, ...] = (
    CallGroup(
        reason="Obsolete: no kernel has them any more, or no library calls them.",
        calls=(
            *("_sysctl", "afs_syscall", "bdflush", "break", "create_module", "epoll_ctl_old"),
            *("epoll_wait_old", "ftime", "get_kernel_syms", "getpmsg", "gtty", "idle", "lock"),
            *("mpx", "nfsservctl", "prof", "profil", "putpmsg", "query_module"),
            *("remap_file_pages", "security", "stty", "sysfs", "tuxcall", "ulimit", "uselib"),
            *("ustat", "vserver"),
        ),
    ),
    CallGroup(
        reason="Too new to be needed; libraries fall back.",
        calls=(
            *("cachestat", "file_getattr", "file_setattr", "futex_requeue", "futex_wait"),
            *("futex_wake", "getxattrat", "listmount", "listns", "listxattrat"),
            *("lsm_get_self_attr", "lsm_list_modules", "lsm_set_self_attr"),
            *("map_shadow_stack", "mseal", "process_mrelease", "removexattrat", "setxattrat"),
            *("statmount", "uretprobe"),
        ),
    ),
    CallGroup(
        reason="Memory protection keys: few processors have them, and libraries work without them.",
        calls=("pkey_alloc", "pkey_free", "pkey_mprotect"),
    ),
)

# Memory that may belong to no process: sampling processes would miss it.
UNSEEN_MEMORY = (
    CallRule(
        reason="Without a cgroup, memory that no process maps is not counted.",
        calls=("memfd_create", "shmget"),
        error=errno.ENOSYS,
    ),
    CallRule(
        reason="The same call in its i386 form.",
        calls=("ipc",),
        error=errno.ENOSYS,
        when=(_require_equal(0, _IPC_SHMGET, 0xFFFF),),
    ),
)
