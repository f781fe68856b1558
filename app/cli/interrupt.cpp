#include "app/cli/interrupt.h"

#include "app/cli/exit_status.h"
#include "saving/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr char interrupted = 'i';
constexpr char finished = 'f';
constexpr int patience = 150; // milliseconds

std::atomic<int> handlerPipe = -1;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler uses it");

void handleSignal(int)
{
    const int savedError = errno;
    const int pipe = handlerPipe;
    [[maybe_unused]] const auto ignored = write(pipe, &interrupted, 1);
    errno = savedError;
}

} // namespace

Interrupt::Interrupt(std::stop_source stop)
{
    struct sigaction before { };
    if (sigaction(SIGINT, nullptr, &before) != 0 || before.sa_handler == SIG_IGN
        || pipe2(m_pipe.data(), O_CLOEXEC) != 0)
        return;
    m_watcher = std::thread([this, stop = std::move(stop)] { watch(stop); });
    handlerPipe = m_pipe[1];
    struct sigaction action { };
    action.sa_handler = handleSignal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
}

Interrupt::~Interrupt()
{
    if (!m_watcher.joinable())
        return;
    struct sigaction action { };
    action.sa_handler = SIG_DFL;
    sigaction(SIGINT, &action, nullptr);
    [[maybe_unused]] const auto ignored = write(m_pipe[1], &finished, 1);
    m_watcher.join();
    close(m_pipe[0]);
    close(m_pipe[1]);
}

void Interrupt::watch(const std::stop_source& stop) const
{
    char message = 0;
    while (read(m_pipe[0], &message, 1) < 0 && errno == EINTR) { }
    if (message != interrupted)
        return;
    stop.request_stop();
    pollfd more{m_pipe[0], POLLIN, 0};
    const bool answered = poll(&more, 1, patience) > 0 && read(m_pipe[0], &message, 1) == 1;
    if (answered && message != interrupted)
        return;
    removeUnfinishedFiles();
    _exit(static_cast<int>(ExitStatus::Interrupted));
}

} // namespace loupe
