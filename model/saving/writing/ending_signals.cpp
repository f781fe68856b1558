#include "saving/writing/ending_signals.h"

#include "saving/writing/atomic_file.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr char finished = 0; // otherwise the byte is the number of a signal
constexpr int signalStatus = 128;
constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};

std::atomic<int> handlerPipe = -1;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler uses it");

void handleSignal(int signal)
{
    const int savedError = errno;
    const int pipe = handlerPipe;
    const char message = static_cast<char>(signal);
    [[maybe_unused]] const auto ignored = write(pipe, &message, 1);
    errno = savedError;
}

void setHandlers(void (*handler)(int))
{
    for (const int signal : ending) {
        struct sigaction now { };
        if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler == SIG_IGN)
            continue;
        struct sigaction action { };
        action.sa_handler = handler;
        action.sa_flags = SA_RESTART;
        sigaction(signal, &action, nullptr);
    }
}

} // namespace

EndingSignals::EndingSignals(Request request, std::chrono::milliseconds patience)
    : m_request(std::move(request))
    , m_patience(patience)
    , m_status(signalStatus + SIGINT)
{
    if (pipe2(m_pipe.data(), O_CLOEXEC) != 0)
        return;
    m_watcher = std::thread([this] {
        m_watching.count_down();
        watch();
    });
    // A copy of this process (see runIsolated) gets this thread's locks in their current state, so wait until none of
    // those taken during the start of a thread are held.
    m_watching.wait();
    handlerPipe = m_pipe[1];
    setHandlers(handleSignal);
}

EndingSignals::~EndingSignals()
{
    if (!m_watcher.joinable())
        return;
    setHandlers(SIG_DFL);
    [[maybe_unused]] const auto ignored = write(m_pipe[1], &finished, 1);
    m_watcher.join();
    close(m_pipe[0]);
    close(m_pipe[1]);
}

void EndingSignals::watch()
{
    char message = finished;
    while (read(m_pipe[0], &message, 1) < 0 && errno == EINTR) { }
    if (message == finished)
        return;
    m_status = signalStatus + message;
    m_request(m_status);
    pollfd more{m_pipe[0], POLLIN, 0};
    const bool answered = poll(&more, 1, static_cast<int>(m_patience.count())) > 0 && read(m_pipe[0], &message, 1) == 1;
    if (answered && message == finished)
        return;
    removeUnfinishedFiles();
    _exit(m_status);
}

} // namespace loupe
