#include "formats/isolated.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

enum ExitStatus : int { exitDone = 0, exitFailed = 1, exitNoMemory = 3 };

class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return m_number; }
    void close()
    {
        if (m_number >= 0)
            ::close(m_number);
        m_number = -1;
    }

private:
    int m_number;
};

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

/// In the copy: our handlers are meant for the program, not for it. That of SIGBUS stays: it guards memory maps.
void resetSignals()
{
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGTERM, SIGHUP, SIGALRM, SIGXCPU})
        std::signal(signal, SIG_DFL);
    // A terminal's Ctrl+C goes to both; the program ends the copy in its own time.
    for (const int signal : {SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGUSR1, SIGUSR2})
        std::signal(signal, SIG_IGN);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void shutOff(int pipe, const IsolatedLimits& limits)
{
    constexpr int firstFree = 4;
    const std::uint64_t memory = writableMemory();
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, standard);
    ::dup2(pipe, firstFree - 1);
    if (!limits.opensFiles) // else one of them may be what a path names
        ::close_range(firstFree, ~0U, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, limits.seconds);
    if (memory > 0)
        limit(RLIMIT_DATA, memory + limits.memory);
    if (!limits.opensFiles)
        limit(RLIMIT_NOFILE, 0);
}

[[noreturn]] void runCopy(int pipe, const std::function<void(const IsolatedSend&)>& code, const IsolatedLimits& limits)
{
    constexpr int output = 3;
    resetSignals();
    shutOff(pipe, limits);
    try {
        code([](std::string_view bytes) {
            while (!bytes.empty()) {
                const auto written = ::write(output, bytes.data(), bytes.size());
                if (written < 0 && errno != EINTR)
                    ::_exit(exitFailed);
                bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
            }
        });
    } catch (const std::bad_alloc&) {
        ::_exit(exitNoMemory);
    } catch (...) {
        ::_exit(exitFailed);
    }
    ::_exit(exitDone);
}

IsolatedOutcome outcomeOf(int status)
{
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        const bool outOfTime = signal == SIGXCPU || signal == SIGKILL; // the hard limit kills
        return {.end = outOfTime ? IsolatedEnd::OutOfTime : IsolatedEnd::Crashed, .signal = signal};
    }
    switch (WEXITSTATUS(status)) {
    case exitDone:
        return {};
    case exitNoMemory:
        return {.end = IsolatedEnd::OutOfMemory};
    default:
        return {.end = IsolatedEnd::Crashed};
    }
}

/// The copy, as this process has it: is gone with it.
class Copy {
public:
    explicit Copy(pid_t process)
        : m_process(process)
    {
    }
    ~Copy()
    {
        if (m_process > 0) {
            ::kill(m_process, SIGKILL);
            wait();
        }
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    int wait()
    {
        int status = 0;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) { }
        m_process = -1;
        return status;
    }

private:
    pid_t m_process;
};

/// With all signals held back: a handler of ours must not run in the copy.
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
        return "came to no end";
    case IsolatedEnd::TooMuchOutput:
        return "described more than can be";
    }
    return "crashed";
}

Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&)>& code,
    const IsolatedReceive& receive, const IsolatedLimits& limits, const Work& work)
{
    constexpr int pollMilliseconds = 50;
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(systemError(errno, "cannot make a pipe", {}));
    Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    const pid_t process = forkQuietly();
    if (process < 0)
        return fail(systemError(errno, "cannot make a process to read the file in", {}));
    if (process == 0)
        runCopy(writing.number(), code, limits);
    Copy copy(process);
    writing.close();

    std::array<char, std::size_t{64} << 10> piece;
    std::uint64_t received = 0;
    for (;;) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the file was read");
        struct pollfd wanted {
            .fd = reading.number(), .events = POLLIN, .revents = 0
        };
        const int ready = ::poll(&wanted, 1, pollMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const auto size = ::read(reading.number(), piece.data(), piece.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return outcomeOf(copy.wait());
        received += static_cast<std::uint64_t>(size);
        if (received > limits.output)
            return IsolatedOutcome{.end = IsolatedEnd::TooMuchOutput};
        receive({piece.data(), static_cast<std::size_t>(size)});
    }
}

} // namespace loupe
