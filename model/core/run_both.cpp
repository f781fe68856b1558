#include "core/run_both.h"

#include <atomic>

namespace loupe {

namespace {

std::atomic<bool> allowed = true;

} // namespace

void allowSecondThread(bool allow)
{
    allowed = allow;
}

bool isWorthAThread(std::size_t items)
{
    constexpr std::size_t worthIt = 20'000;
    return allowed && items >= worthIt;
}

} // namespace loupe
