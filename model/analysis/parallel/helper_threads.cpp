#include "analysis/parallel/helper_threads.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

namespace loupe {

HelperThreads& HelperThreads::instance()
{
    // Never destroyed, since its threads wait in it until the process ends.
    static auto& threads = *new HelperThreads; // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks)
    return threads;
}

void HelperThreads::setMost(std::size_t threads)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_most = threads;
    }
    m_changed.notify_all(); // more of the waiting helpers may help
}

void HelperThreads::run(std::size_t helpers, const Body& body)
{
    const IsToLeave never = [] { return false; };
    if (helpers == 0) {
        body(0, never);
        return;
    }
    Call call{.body = body, .wanted = helpers};
    struct Withdrawal {
        HelperThreads& threads;
        Call& call;
        ~Withdrawal() { threads.withdraw(call); }
    };
    const Withdrawal atTheEnd{*this, call};
    offer(call);
    body(0, never);
}

void HelperThreads::offer(Call& call)
{
    {
        const std::scoped_lock lock(m_mutex);
        try {
            call.leftWorkers.reserve(call.wanted);
            m_calls.push_back(&call);
            std::size_t needed = m_helping;
            for (const Call* const waiting : m_calls)
                needed += waiting->wanted;
            while (m_threads < std::min(m_most, needed)) {
                std::thread([this] { help(); }).detach();
                ++m_threads;
            }
        } catch (const std::system_error&) {
            // No more threads are available; the existing ones do the work.
        } catch (const std::bad_alloc&) {
            // As above.
        }
        noteBalance();
    }
    m_changed.notify_all();
}

void HelperThreads::withdraw(Call& call)
{
    std::unique_lock lock(m_mutex);
    std::erase(m_calls, &call);
    noteBalance();
    call.left.wait(lock, [&] { return call.helping == 0; });
}

/// The call with the fewest helpers among those that want some; null if none does.
HelperThreads::Call* HelperThreads::neediest() const
{
    Call* found = nullptr;
    for (Call* const call : m_calls) {
        if (call->wanted > 0 && (!found || call->staying() < found->staying()))
            found = call;
    }
    return found;
}

void HelperThreads::noteBalance()
{
    const Call* const needy = neediest();
    m_isUneven.store(needy
            && std::ranges::any_of(m_calls,
                [&](const Call* call) {
                    return call->staying() >= needy->staying() + 2; // otherwise they would only swap
                }),
        std::memory_order_relaxed);
}

bool HelperThreads::isToLeave(Call& call)
{
    if (!m_isUneven.load(std::memory_order_relaxed))
        return false;
    const std::scoped_lock lock(m_mutex);
    const Call* const needy = neediest();
    if (!needy || call.staying() < needy->staying() + 2)
        return false;
    ++call.leaving;
    noteBalance();
    return true;
}

void HelperThreads::help()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [&] { return m_helping < m_most && neediest(); });
        Call& call = *neediest();
        std::size_t worker = call.worker;
        if (call.leftWorkers.empty()) {
            ++call.worker;
        } else {
            worker = call.leftWorkers.back();
            call.leftWorkers.pop_back();
        }
        --call.wanted;
        ++call.helping;
        ++m_helping;
        noteBalance();
        lock.unlock();
        bool leaves = false;
        call.body(worker, [&] { return leaves = leaves || isToLeave(call); });
        lock.lock();
        --m_helping;
        if (leaves) { // there may be more work for another helper
            --call.leaving;
            ++call.wanted;
            call.leftWorkers.push_back(worker);
        }
        --call.helping;
        noteBalance();
        if (call.helping == 0)
            call.left.notify_all();
    }
}

} // namespace loupe
