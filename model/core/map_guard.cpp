#include "core/map_guard.h"

#include <array>
#include <atomic>
#include <mutex>

#include <csignal>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::uint64_t noFault = ~std::uint64_t{0};

/// A slot is free if its end is 0. The handler reads slots without a lock: `end` is set last and cleared first, so a
/// slot with an end has a valid begin.
struct Slot {
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<std::uintptr_t> end = 0;
    std::atomic<std::uint64_t> fault = noFault;
};

std::array<Slot, 8192> slots;
std::atomic<std::size_t> slotsInUse = 0; // one past the highest slot ever taken
std::mutex registration;
struct sigaction previousAction;
std::uintptr_t pageSize = 4096;

Slot* slotAt(std::uintptr_t address)
{
    const std::size_t count = slotsInUse.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uintptr_t end = slots[i].end.load(std::memory_order_acquire);
        if (address < end && address >= slots[i].begin.load(std::memory_order_relaxed))
            return &slots[i];
    }
    return nullptr;
}

void passOn(int signal, siginfo_t* information, void* context)
{
    if (previousAction.sa_flags & SA_SIGINFO) {
        previousAction.sa_sigaction(signal, information, context);
        return;
    }
    if (previousAction.sa_handler != SIG_DFL && previousAction.sa_handler != SIG_IGN) {
        previousAction.sa_handler(signal);
        return;
    }
    // Restores the default action. A faulting instruction then runs again and terminates the process as it would have.
    ::signal(signal, SIG_DFL);
    if (information->si_code <= 0)
        raise(signal);
}

void onBusError(int signal, siginfo_t* information, void* context)
{
    const auto address = reinterpret_cast<std::uintptr_t>(information->si_addr);
    Slot* const slot = information->si_code > 0 ? slotAt(address) : nullptr;
    if (slot) {
        const std::uintptr_t page = address & ~(pageSize - 1);
        // Recorded before the zeros are mapped: another thread may read them immediately and must see the fault.
        std::uint64_t none = noFault;
        slot->fault.compare_exchange_strong(none, page - slot->begin.load(std::memory_order_relaxed));
        // Calls the system directly: sanitizers replace mmap() with a function that is not safe in a signal handler.
        const long zeros = syscall(SYS_mmap, page, pageSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (zeros != -1)
            return;
    }
    passOn(signal, information, context);
}

void installHandler()
{
    static const bool installed = [] {
        pageSize = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        struct sigaction action = {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        return sigaction(SIGBUS, &action, &previousAction) == 0;
    }();
    static_cast<void>(installed);
}

} // namespace

bool MapGuard::watch(const std::byte* address, std::size_t length)
{
    const std::lock_guard lock(registration);
    installHandler();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i].end.load(std::memory_order_relaxed) != 0)
            continue;
        const auto begin = reinterpret_cast<std::uintptr_t>(address);
        slots[i].begin.store(begin, std::memory_order_relaxed);
        slots[i].fault.store(noFault, std::memory_order_relaxed);
        slots[i].end.store(begin + length, std::memory_order_release);
        if (i >= slotsInUse.load(std::memory_order_relaxed))
            slotsInUse.store(i + 1, std::memory_order_release);
        m_slot = static_cast<int>(i);
        return true;
    }
    return false;
}

void MapGuard::unwatch()
{
    if (m_slot < 0)
        return;
    const std::lock_guard lock(registration);
    slots[static_cast<std::size_t>(m_slot)].end.store(0, std::memory_order_release);
    m_slot = -1;
}

std::optional<std::uint64_t> MapGuard::faultAt() const
{
    if (m_slot < 0)
        return std::nullopt;
    const std::uint64_t fault = slots[static_cast<std::size_t>(m_slot)].fault.load(std::memory_order_acquire);
    return fault == noFault ? std::nullopt : std::optional(fault);
}

} // namespace loupe
