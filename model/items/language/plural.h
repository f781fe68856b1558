#pragma once

#include <cstdint>

namespace loupe {

/// The number by which Qt chooses the plural form of a sentence; for the third argument of tr():
///
///     tr("%1 tensor(s) differ", nullptr, pluralOf(count)).arg(groupedCount(count))
///
/// The sentence uses %1 instead of %n because Qt's %n takes an int and does not group digits. Languages choose by the
/// last digits, or by whether the number is a round million, so a number that exceeds an int keeps its last six digits.
constexpr int pluralOf(std::uint64_t count)
{
    constexpr std::uint64_t million = 1'000'000;
    return static_cast<int>(count < 2'000 * million ? count : million + count % million);
}

} // namespace loupe
