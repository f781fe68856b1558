#include "core/remote/remote_wait.h"

#include "core/stop_scope.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace loupe {

namespace {

std::mutex waitsMutex;
std::vector<std::stop_token>& waits()
{
    // never destroyed, since threads may still be waiting at exit
    static auto* const all = new std::vector<std::stop_token>;
    return *all;
}

std::mutex countsMutex;
using Counts = std::vector<std::pair<std::stop_token, FetchCount::Bytes>>;
Counts& counts()
{
    static auto* const all = new Counts; // never destroyed, since threads may still be fetching at exit
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

FetchCount::FetchCount(const std::stop_token& stop)
{
    const std::lock_guard lock(countsMutex);
    counts().emplace_back(stop, m_bytes);
}

FetchCount::~FetchCount()
{
    const std::lock_guard lock(countsMutex);
    counts().erase(std::ranges::find(counts(), m_bytes, &Counts::value_type::second));
}

FetchCount::Bytes FetchCount::ofThread()
{
    const std::stop_token work = StopScope::current();
    const std::lock_guard lock(countsMutex);
    const auto newest = std::ranges::find(counts().rbegin(), counts().rend(), work, &Counts::value_type::first);
    return work.stop_possible() && newest != counts().rend() ? newest->second : nullptr;
}

} // namespace loupe
