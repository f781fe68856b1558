#pragma once

#include <stop_token>

namespace loupe {

/// While it lives, whatever this thread waits for, such as bytes of another machine, is given up with Stopped as soon
/// as `stop` is requested. Whoever runs a job on a thread has one; of several, the innermost counts.
class StopScope {
public:
    /// `stop` must outlive it. One that nobody can request changes nothing.
    explicit StopScope(const std::stop_token& stop);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// The stop token of this thread's work; nobody can request it where there is no scope.
    static std::stop_token current();

private:
    const std::stop_token* m_outer;
};

} // namespace loupe
