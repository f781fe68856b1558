#pragma once

#include <stop_token>

namespace loupe {

/// While it exists, this thread gives up any wait, such as for bytes of a remote file, with Stopped as soon as `stop`
/// is requested. Every job that runs on a thread should have one. If they are nested, the innermost applies.
class StopScope {
public:
    /// `stop` must outlive this object. A token without a stop source has no effect.
    explicit StopScope(const std::stop_token& stop);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// The stop token of this thread's job; without a scope, one that is never requested.
    static std::stop_token current();

private:
    const std::stop_token* m_outer;
};

} // namespace loupe
