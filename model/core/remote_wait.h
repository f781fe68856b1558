#pragma once

#include <stop_token>

namespace loupe {

/// While it lives, this thread waits for bytes of another machine. It does so for the work that its StopScope stops, so
/// that whoever has started the work can say what keeps it.
class RemoteWait {
public:
    RemoteWait();
    ~RemoteWait();
    RemoteWait(const RemoteWait&) = delete;
    RemoteWait& operator=(const RemoteWait&) = delete;

    /// Whether a thread waits so for the work that `stop` stops. Usable from any thread.
    static bool isOf(const std::stop_token& stop);

private:
    std::stop_token m_stop;
};

} // namespace loupe
