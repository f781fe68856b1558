#include "saving/writing/last_close.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

/// Runs in the child, which must not call anything that takes a lock. `kept`: ascending, includes the end of the pipe.
/// All other descriptors are closed, as they would block others, such as readers of this process's output.
[[noreturn]] void keepOpen(const std::vector<int>& kept, int pipe)
{
    unsigned int next = 0;
    bool alone = true;
    for (const int descriptor : kept) {
        const auto number = static_cast<unsigned int>(descriptor);
        alone = alone && (number == next || ::close_range(next, number - 1, 0) == 0);
        next = number + 1;
    }
    alone = alone && ::close_range(next, ~0U, 0) == 0;
    char ignored = 0;
    while (alone && ::read(pipe, &ignored, 1) < 0 && errno == EINTR) { }
    ::_exit(0);
}

} // namespace

LastClose::LastClose(std::span<const int> descriptors)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return;
    std::vector<int> kept{ends[0]};
    std::copy_if(descriptors.begin(), descriptors.end(), std::back_inserter(kept), [](int one) { return one >= 0; });
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    // Fork twice, so that nobody has to wait for the grandchild.
    const pid_t child = ::_Fork();
    if (child == 0) {
        if (::_Fork() == 0)
            keepOpen(kept, ends[0]);
        ::_exit(0);
    }
    while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    ::close(ends[0]);
    m_pipe = ends[1];
}

LastClose::~LastClose()
{
    if (m_pipe >= 0)
        ::close(m_pipe);
}

} // namespace loupe
