#include "formats/shared/isolated.h"

#include "core/descriptor.h"
#include "core/file_time.h"
#include "formats/shared/isolated_exchange.h"
#include "formats/shared/isolated_pieces.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <new>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

enum ExitStatus : int { exitDone = 0, exitFailed = 1, exitNoMemory = 3 };

/// Bytes of memory that the process may write to, as RLIMIT_DATA counts them.
std::uint64_t writableMemory()
{
    constexpr std::size_t dataField = 5;
    std::array<char, 256> text{};
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const auto size = file < 0 ? -1 : ::read(file, text.data(), text.size() - 1);
    ::close(file);
    if (size <= 0)
        return 0;
    std::uint64_t pages = 0;
    std::size_t field = 0;
    for (const char c : std::string_view(text.data(), static_cast<std::size_t>(size))) {
        if (c == ' ')
            ++field;
        else if (field == dataField && c >= '0' && c <= '9')
            pages = pages * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit(int what, std::uint64_t most)
{
    struct rlimit now { };
    if (::getrlimit(what, &now) != 0)
        return;
    now.rlim_cur = std::min<rlim_t>(most, now.rlim_max);
    now.rlim_max = now.rlim_cur;
    ::setrlimit(what, &now);
}

/// Runs in the child, because our handlers are meant for the parent. The SIGBUS handler stays, since it guards memory
/// maps.
void resetSignals()
{
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGTERM, SIGHUP, SIGALRM, SIGXCPU})
        std::signal(signal, SIG_DFL);
    // A terminal's Ctrl+C reaches both processes. The parent ends the child when it is ready to.
    for (const int signal : {SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGUSR1, SIGUSR2})
        std::signal(signal, SIG_IGN);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Isolates the child from the system. `socket` is for requests; negative if the child makes none.
void shutOff(int pipe, int socket, const IsolatedLimits& limits)
{
    const int firstFree = socket < 0 ? isolatedOutput + 1 : isolatedQuestions + 1;
    const std::uint64_t memory = writableMemory();
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, standard);
    if (socket >= 0) { // first move both away from the numbers that they will get
        pipe = ::fcntl(pipe, F_DUPFD, firstFree);
        socket = ::fcntl(socket, F_DUPFD, firstFree);
        if (pipe < 0 || ::dup2(socket, isolatedQuestions) < 0)
            ::_exit(exitFailed);
    }
    ::dup2(pipe, isolatedOutput);
    if (!limits.opensFiles) // otherwise a path may refer to one of them
        ::close_range(firstFree, ~0U, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, limits.seconds);
    if (memory > 0)
        limit(RLIMIT_DATA, memory + limits.memory);
    limit(RLIMIT_NPROC, 0); // a child process could hold the pipe open
    if (!limits.opensFiles)
        limit(RLIMIT_NOFILE, 0);
}

using IsolatedCode = std::function<void(const IsolatedSend&, const IsolatedRead&)>;

[[noreturn]] void runCopy(
    pid_t parent, int pipe, const IsolatedExchange& exchange, const IsolatedCode& code, const IsolatedLimits& limits)
{
    resetSignals();
    shutOff(pipe, exchange.childEnd(), limits);
    ::prctl(PR_SET_DUMPABLE, 0); // a limit alone does not stop a program that collects cores
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // the parent ended before this call
        ::_exit(exitFailed);
    try {
        code(
            sendPiece, [&](std::uint64_t offset, std::span<std::byte> target) { return exchange.ask(offset, target); });
    } catch (const std::bad_alloc&) {
        ::_exit(exitNoMemory);
    } catch (...) {
        ::_exit(exitFailed);
    }
    sendEnd();
    ::_exit(exitDone);
}

/// The outcome of a child that did not report that it finished.
IsolatedOutcome outcomeOf(std::optional<int> status)
{
    if (status && WIFSIGNALED(*status)) {
        const int signal = WTERMSIG(*status);
        const bool outOfTime = signal == SIGXCPU || signal == SIGKILL; // the hard limit kills
        return {.end = outOfTime ? IsolatedEnd::OutOfTime : IsolatedEnd::Crashed, .signal = signal};
    }
    if (status && WEXITSTATUS(*status) == exitNoMemory)
        return {.end = IsolatedEnd::OutOfMemory};
    return {.end = IsolatedEnd::Crashed};
}

/// The child process, as seen by the parent. The destructor kills it.
class Copy {
public:
    explicit Copy(pid_t process)
        : m_process(process)
    {
    }
    ~Copy() { end(); }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    bool isGone() { return m_process < 0 || wait(WNOHANG); }
    void end()
    {
        // A child that has ended is not killed: another process may have its id by now.
        if (!isGone()) {
            ::kill(m_process, SIGKILL);
            wait(0);
        }
    }
    /// Its exit status once it has ended; nothing if the system or another part of the program collected it.
    std::optional<int> status() const { return m_status; }

    /// Processor time that the child has used so far, in nanoseconds.
    std::int64_t processorTime() const
    {
        clockid_t clock = 0;
        struct timespec time { };
        if (m_process < 0 || ::clock_getcpuclockid(m_process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
            return 0;
        return nanosecondsOf(time);
    }

private:
    bool wait(int options)
    {
        int status = 0;
        pid_t which = 0;
        do {
            which = ::waitpid(m_process, &status, options);
        } while (which < 0 && errno == EINTR);
        if (which == 0)
            return false;
        if (which > 0)
            m_status = status;
        m_process = -1;
        return true;
    }

    pid_t m_process;
    std::optional<int> m_status;
};

/// Forks with all signals blocked: our handlers must not run in the child.
pid_t forkQuietly()
{
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t process = ::fork();
    const int error = errno;
    if (process != 0)
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return process;
}

} // namespace

std::string_view IsolatedOutcome::text() const
{
    switch (end) {
    case IsolatedEnd::Done:
        return "came to its end";
    case IsolatedEnd::Crashed:
        return "crashed";
    case IsolatedEnd::OutOfMemory:
        return "wanted more memory than it is given";
    case IsolatedEnd::OutOfTime:
        return "did not end";
    case IsolatedEnd::TooMuchOutput:
        return "described more than can be";
    case IsolatedEnd::TooMuchReading:
        return "read more than a file of this size needs";
    case IsolatedEnd::BrokeRules:
        return "sent an invalid request for bytes";
    }
    return "crashed";
}

Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&)>& code,
    const IsolatedReceive& receive, const IsolatedLimits& limits, const Work& work)
{
    return runIsolated(
        [&](const IsolatedSend& send, const IsolatedRead&) { code(send); }, receive, IsolatedRead(), limits, work);
}

Result<IsolatedOutcome> runIsolated(const IsolatedCode& code, const IsolatedReceive& receive, const IsolatedRead& read,
    const IsolatedLimits& limits, const Work& work)
{
    constexpr int pollMilliseconds = 50;
    constexpr std::uint64_t pollsInSecond = 1000 / pollMilliseconds;
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(systemError(errno, "cannot make a pipe", {}));
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    IsolatedExchange exchange;
    if (read && !exchange.open())
        return fail(systemError(errno, "cannot create the channel for requests of bytes", {}));
    const pid_t parent = ::getpid();
    const pid_t process = forkQuietly();
    if (process < 0)
        return fail(systemError(errno, "cannot make a process to read the file in", {}));
    if (process == 0)
        runCopy(parent, writing.number(), exchange, code, limits);
    Copy copy(process);
    writing.reset();
    exchange.closeChildEnd();

    std::array<char, std::size_t{64} << 10> buffer;
    IsolatedPieces pieces(receive, limits.output);
    using Clock = std::chrono::steady_clock;
    auto begin = Clock::now(); // without the time of reading
    const auto finished = [&](IsolatedOutcome outcome) {
        outcome.asked = exchange.asked();
        outcome.time = Clock::now() - begin;
        return outcome;
    };
    std::int64_t processorTime = 0;
    // Counted instead of measured: while this program is suspended, its child does not run either.
    std::uint64_t idlePolls = 0;
    std::optional<IsolatedEnd> ended; ///< set if the child was ended; what it has sent may still be in the pipe
    for (;;) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the file was read");
        if (Clock::now() - begin > std::chrono::seconds(limits.wallSeconds))
            return finished({.end = ended.value_or(IsolatedEnd::OutOfTime)});
        std::array<struct pollfd, 2> wanted{{{.fd = reading.number(), .events = POLLIN, .revents = 0},
            {.fd = exchange.parentEnd(), .events = POLLIN, .revents = 0}}}; // negative: ignored
        const int ready = ::poll(wanted.data(), wanted.size(), ended ? 0 : pollMilliseconds);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0 && ended)
            return finished({.end = *ended});
        if (ready == 0) {
            const std::int64_t now = copy.processorTime();
            idlePolls = now == processorTime ? idlePolls + 1 : 0;
            processorTime = now;
            if (idlePolls > limits.idleSeconds * pollsInSecond)
                return finished({.end = IsolatedEnd::OutOfTime});
            continue;
        }
        idlePolls = 0;
        if (wanted[1].revents != 0) {
            const auto asked = Clock::now();
            const auto asking = exchange.answer(read, limits.asked);
            if (!asking)
                return fail(asking.error());
            begin += Clock::now() - asked;
            if (*asking == IsolatedExchange::Asking::GoesOn)
                continue;
            exchange.closeParentEnd(); // otherwise it would always be ready
            if (*asking != IsolatedExchange::Asking::Ended) {
                copy.end();
                ended = *asking == IsolatedExchange::Asking::TooMuch ? IsolatedEnd::TooMuchReading
                                                                     : IsolatedEnd::BrokeRules;
            }
        }
        if (wanted[0].revents == 0)
            continue;
        const auto size = ::read(reading.number(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            break;
        if (const auto last = pieces.take({buffer.data(), static_cast<std::size_t>(size)}))
            return finished({.end = ended.value_or(*last)});
    }
    if (ended)
        return finished({.end = *ended});
    // Nothing more will arrive. Wait for the child to end.
    constexpr int mostMilliseconds = 1000;
    for (int i = 0; !copy.isGone() && i < mostMilliseconds && !work.stopped(); ++i)
        ::poll(nullptr, 0, 1);
    copy.end();
    return finished(outcomeOf(copy.status()));
}

} // namespace loupe
