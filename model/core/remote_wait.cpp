#include "core/remote_wait.h"

#include "core/stop_scope.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace loupe {

namespace {

std::mutex waitsMutex;
std::vector<std::stop_token>& waits()
{
    static auto* const all = new std::vector<std::stop_token>; // outlives whatever threads still wait
    return *all;
}

} // namespace

RemoteWait::RemoteWait()
    : m_stop(StopScope::current())
{
    const std::lock_guard lock(waitsMutex);
    waits().push_back(m_stop);
}

RemoteWait::~RemoteWait()
{
    const std::lock_guard lock(waitsMutex);
    waits().erase(std::ranges::find(waits(), m_stop));
}

bool RemoteWait::isOf(const std::stop_token& stop)
{
    const std::lock_guard lock(waitsMutex);
    return stop.stop_possible() && std::ranges::find(waits(), stop) != waits().end();
}

} // namespace loupe
