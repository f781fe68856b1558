#include "formats/shared/isolated.h"

#include "core/buffer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

enum ExitStatus : int { exitDone = 0, exitFailed = 1, exitNoMemory = 3 };

// The pipe carries pieces, each after its size, and a size of 0 when the code has finished. The child's exit status is
// not always available.
using PieceSize = std::uint32_t;

// In the child:
constexpr int output = 3;
constexpr int questions = 4;

/// What the child asks for through a socket. The bytes come in memory that both processes have, and then an answer.
struct Question {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};
constexpr std::uint64_t mostAsked = std::uint64_t{1} << 20;
enum class Answer : char { Unreadable, There };

/// Counts what the child asks for. A question costs its size, and at least the pieces of the file that it begins anew:
/// a server is asked for whole pieces, however few bytes of them are wanted.
class Asked {
public:
    void add(const Question& question)
    {
        std::uint64_t begun = 0;
        const std::uint64_t first = question.offset / pieceSize;
        const std::uint64_t end = first + (question.offset % pieceSize + question.size + pieceSize - 1) / pieceSize;
        for (std::uint64_t piece = first; piece < end; ++piece)
            begun += std::exchange(m_recent[piece % m_recent.size()], piece) == piece ? 0 : pieceSize;
        m_bytes += std::max(question.size, begun);
    }
    std::uint64_t bytes() const { return m_bytes; }

private:
    static constexpr std::uint64_t pieceSize = std::uint64_t{64} << 10;

    std::uint64_t m_bytes = 0;
    std::vector<std::uint64_t> m_recent = std::vector<std::uint64_t>(1024, UINT64_MAX); ///< numbers of pieces
};

class PipeEnd {
public:
    explicit PipeEnd(int number = -1)
        : m_number(number)
    {
    }
    ~PipeEnd() { close(); }
    PipeEnd(const PipeEnd&) = delete;
    PipeEnd& operator=(const PipeEnd&) = delete;
    int number() const { return m_number; }
    void reset(int number)
    {
        close();
        m_number = number;
    }
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

/// Runs in the child: our handlers are meant for the parent. The SIGBUS handler stays, since it guards memory maps.
void resetSignals()
{
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGTERM, SIGHUP, SIGALRM, SIGXCPU})
        std::signal(signal, SIG_DFL);
    // A terminal's Ctrl+C reaches both processes; the parent ends the child when it is ready to.
    for (const int signal : {SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGUSR1, SIGUSR2})
        std::signal(signal, SIG_IGN);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// `socket`: for questions; negative where none are asked.
void shutOff(int pipe, int socket, const IsolatedLimits& limits)
{
    const int firstFree = socket < 0 ? output + 1 : questions + 1;
    const std::uint64_t memory = writableMemory();
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, standard);
    if (socket >= 0) { // first, both out of the way of the numbers that they get
        pipe = ::fcntl(pipe, F_DUPFD, firstFree);
        socket = ::fcntl(socket, F_DUPFD, firstFree);
        if (pipe < 0 || ::dup2(socket, questions) < 0)
            ::_exit(exitFailed);
    }
    ::dup2(pipe, output);
    if (!limits.opensFiles) // otherwise a path may name one of them
        ::close_range(firstFree, ~0U, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, limits.seconds);
    if (memory > 0)
        limit(RLIMIT_DATA, memory + limits.memory);
    limit(RLIMIT_NPROC, 0); // a process of its own could hold the pipe open
    if (!limits.opensFiles)
        limit(RLIMIT_NOFILE, 0);
}

void writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            ::_exit(exitFailed);
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

void writeSize(int file, PieceSize size)
{
    writeAll(file, {reinterpret_cast<const char*>(&size), sizeof size});
}

/// Bytes that the child asks for, and the parent reads.
class Exchange {
public:
    Exchange() = default;
    ~Exchange()
    {
        if (m_bytes)
            ::munmap(m_bytes, mostAsked);
    }
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    /// False where the system refuses, errno says why.
    bool open()
    {
        std::array<int, 2> ends{-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return false;
        m_parent.reset(ends[0]);
        m_child.reset(ends[1]);
        void* const bytes = ::mmap(nullptr, mostAsked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        m_bytes = bytes == MAP_FAILED ? nullptr : static_cast<std::byte*>(bytes);
        return m_bytes != nullptr;
    }
    void closeChildEnd() { m_child.close(); }
    void closeParentEnd() { m_parent.close(); }
    int parentEnd() const { return m_parent.number(); }
    int childEnd() const { return m_child.number(); }

    /// In the child.
    Result<> ask(std::uint64_t offset, std::span<std::byte> target) const
    {
        while (!target.empty()) {
            const auto part = target.first(std::min<std::size_t>(target.size(), mostAsked));
            const Question question{offset, part.size()};
            writeAll(questions, {reinterpret_cast<const char*>(&question), sizeof question});
            Answer answer = Answer::Unreadable;
            ssize_t size = -1;
            do
                size = ::read(questions, &answer, sizeof answer);
            while (size < 0 && errno == EINTR);
            if (size != sizeof answer || answer != Answer::There)
                return fail(ErrorCode::Io, "cannot be read");
            std::memcpy(part.data(), m_bytes, part.size());
            target = target.subspan(part.size());
            offset += part.size();
        }
        return {};
    }

    enum class Asking { GoesOn, Ended, BrokeRules, TooMuch };

    /// In the parent, when the child has written: reads what it asks for, once the question is complete. `most`: bytes
    /// that it may ask for in all. Fails as `read` does, but for bytes that are missing or malformed.
    Result<Asking> answer(const IsolatedRead& read, std::uint64_t most)
    {
        auto* const place = reinterpret_cast<char*>(&m_question);
        const auto size = ::recv(parentEnd(), place + m_got, sizeof m_question - m_got, MSG_DONTWAIT);
        if (size < 0 && (errno == EINTR || errno == EAGAIN))
            return Asking::GoesOn;
        if (size <= 0)
            return Asking::Ended;
        m_got += static_cast<std::size_t>(size);
        if (m_got < sizeof m_question)
            return Asking::GoesOn;
        m_got = 0;
        if (m_question.size > mostAsked)
            return Asking::BrokeRules;
        m_asked.add(m_question);
        if (m_asked.bytes() > most)
            return Asking::TooMuch;
        // Not straight into memory that the child may change meanwhile: a decoder reads what it has written.
        if (auto room = m_scratch.resize(m_question.size); !room)
            return fail(std::move(room.error()));
        const auto done = read(m_question.offset, m_scratch.bytes());
        if (!done && done.error().code != ErrorCode::PastTheEnd && done.error().code != ErrorCode::Malformed)
            return fail(done.error());
        if (done)
            std::ranges::copy(std::as_const(m_scratch).bytes(), m_bytes);
        const Answer answer = done ? Answer::There : Answer::Unreadable;
        if (::send(parentEnd(), &answer, sizeof answer, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof answer)
            return Asking::GoesOn;
        // It asks on and on without taking an answer, or is gone.
        return errno == EAGAIN ? Asking::BrokeRules : Asking::Ended;
    }
    std::uint64_t asked() const { return m_asked.bytes(); }

private:
    PipeEnd m_parent;
    PipeEnd m_child;
    std::byte* m_bytes = nullptr; ///< that both processes have
    Question m_question;
    std::size_t m_got = 0; ///< bytes of it
    Asked m_asked;
    Buffer m_scratch;
};

using IsolatedCode = std::function<void(const IsolatedSend&, const IsolatedRead&)>;

[[noreturn]] void runCopy(
    pid_t parent, int pipe, const Exchange& exchange, const IsolatedCode& code, const IsolatedLimits& limits)
{
    resetSignals();
    shutOff(pipe, exchange.childEnd(), limits);
    ::prctl(PR_SET_DUMPABLE, 0); // a limit alone does not stop a program that collects cores
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // the parent ended before this call
        ::_exit(exitFailed);
    const IsolatedSend send = [](std::string_view bytes) {
        constexpr std::size_t longest = std::numeric_limits<PieceSize>::max();
        while (!bytes.empty()) {
            const std::string_view piece = bytes.substr(0, longest);
            writeSize(output, static_cast<PieceSize>(piece.size()));
            writeAll(output, piece);
            bytes.remove_prefix(piece.size());
        }
    };
    try {
        code(send, [&](std::uint64_t offset, std::span<std::byte> target) { return exchange.ask(offset, target); });
    } catch (const std::bad_alloc&) {
        ::_exit(exitNoMemory);
    } catch (...) {
        ::_exit(exitFailed);
    }
    writeSize(output, 0);
    ::_exit(exitDone);
}

/// Splits what comes through the pipe into pieces.
class Pieces {
public:
    Pieces(const IsolatedReceive& receive, std::uint64_t most)
        : m_receive(receive)
        , m_left(most)
    {
    }

    /// How the stream ended, if these bytes end it: Done or TooMuchOutput.
    std::optional<IsolatedEnd> take(std::string_view bytes)
    {
        while (!bytes.empty()) {
            if (m_sizeBytes < sizeof m_size) {
                const std::size_t more = std::min(sizeof m_size - m_sizeBytes, bytes.size());
                std::memcpy(reinterpret_cast<char*>(&m_size) + m_sizeBytes, bytes.data(), more);
                m_sizeBytes += more;
                bytes.remove_prefix(more);
                if (m_sizeBytes == sizeof m_size && m_size == 0)
                    return IsolatedEnd::Done;
                continue;
            }
            const std::string_view part = bytes.substr(0, m_size);
            if (part.size() > m_left)
                return IsolatedEnd::TooMuchOutput;
            m_left -= part.size();
            m_receive(part);
            bytes.remove_prefix(part.size());
            m_size -= static_cast<PieceSize>(part.size());
            if (m_size == 0)
                m_sizeBytes = 0;
        }
        return std::nullopt;
    }

private:
    const IsolatedReceive& m_receive;
    std::uint64_t m_left; ///< bytes that may still be handed over
    PieceSize m_size = 0; ///< bytes of the piece that are still to come
    std::size_t m_sizeBytes = 0; ///< bytes of m_size that have arrived
};

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
    /// Its exit status once it has ended; nothing where the system or another part of the program collected it.
    std::optional<int> status() const { return m_status; }

    /// Processor time that the child has used so far, in nanoseconds.
    std::int64_t processorTime() const
    {
        clockid_t clock = 0;
        struct timespec time { };
        if (m_process < 0 || ::clock_getcpuclockid(m_process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
            return 0;
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
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
    PipeEnd reading(ends[0]);
    PipeEnd writing(ends[1]);
    Exchange exchange;
    if (read && !exchange.open())
        return fail(systemError(errno, "cannot create the channel for requests of bytes", {}));
    const pid_t parent = ::getpid();
    const pid_t process = forkQuietly();
    if (process < 0)
        return fail(systemError(errno, "cannot make a process to read the file in", {}));
    if (process == 0)
        runCopy(parent, writing.number(), exchange, code, limits);
    Copy copy(process);
    writing.close();
    exchange.closeChildEnd();

    std::array<char, std::size_t{64} << 10> buffer;
    Pieces pieces(receive, limits.output);
    using Clock = std::chrono::steady_clock;
    auto begin = Clock::now(); // without the time of reading
    const auto finished = [&](IsolatedOutcome outcome) {
        outcome.asked = exchange.asked();
        outcome.time = Clock::now() - begin;
        return outcome;
    };
    std::int64_t processorTime = 0;
    // Counted, not measured: when this program is suspended and resumed, its child had no time either.
    std::uint64_t idlePolls = 0;
    std::optional<IsolatedEnd> ended; ///< the child was: what it has sent is still in the pipe
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
            if (*asking == Exchange::Asking::GoesOn)
                continue;
            exchange.closeParentEnd(); // it would be ready for ever
            if (*asking != Exchange::Asking::Ended) {
                copy.end();
                ended = *asking == Exchange::Asking::TooMuch ? IsolatedEnd::TooMuchReading : IsolatedEnd::BrokeRules;
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
    // Nothing more will come: wait for the child to end.
    constexpr int mostMilliseconds = 1000;
    for (int i = 0; !copy.isGone() && i < mostMilliseconds && !work.stopped(); ++i)
        ::poll(nullptr, 0, 1);
    copy.end();
    return finished(outcomeOf(copy.status()));
}

} // namespace loupe
