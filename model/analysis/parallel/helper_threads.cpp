#include "analysis/parallel/helper_threads.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

namespace loupe {

HelperThreads& HelperThreads::instance()
{
    // Never destroyed: its threads wait in it until the process ends.
    static auto& threads = *new HelperThreads; // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks)
    return threads;
}

void HelperThreads::setMost(std::size_t threads)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_most = threads;
    }
    m_changed.notify_all(); // more of those that wait may help
}

void HelperThreads::run(std::size_t helpers, const std::function<void(std::size_t worker)>& body)
{
    Call call{.body = body, .wanted = helpers};
    if (helpers > 0)
        offer(call);
    body(0);
    if (helpers > 0)
        withdraw(call);
}

void HelperThreads::offer(Call& call)
{
    {
        const std::scoped_lock lock(m_mutex);
        try {
            m_calls.push_back(&call);
            std::size_t needed = m_helping;
            for (const Call* const waiting : m_calls)
                needed += waiting->wanted;
            while (m_threads < std::min(m_most, needed)) {
                std::thread([this] { help(); }).detach();
                ++m_threads;
            }
        } catch (const std::system_error&) {
            // No more threads to be had: those that are there do it.
        } catch (const std::bad_alloc&) {
            // The same.
        }
    }
    m_changed.notify_all();
}

void HelperThreads::withdraw(Call& call)
{
    std::unique_lock lock(m_mutex);
    std::erase(m_calls, &call);
    call.left.wait(lock, [&] { return call.helping == 0; });
}

void HelperThreads::help()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [&] { return !m_calls.empty() && m_helping < m_most; });
        Call& call = *m_calls.front();
        const std::size_t worker = call.worker++;
        if (--call.wanted == 0)
            m_calls.erase(m_calls.begin());
        ++call.helping;
        ++m_helping;
        lock.unlock();
        call.body(worker);
        lock.lock();
        --m_helping;
        if (--call.helping == 0)
            call.left.notify_all();
    }
}

} // namespace loupe
