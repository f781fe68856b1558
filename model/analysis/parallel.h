#pragma once

#include "core/result.h"
#include "core/work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

namespace loupe {

/// At most this many threads compute from now on; 0 for as many as the machine has. To be set before work begins, as a
/// program's option.
void setThreadLimit(std::size_t threads);
std::size_t threadLimit();

/// One piece of work. `worker` is below threadLimit(), and no two pieces that run at the same time have the same: what
/// belongs to a worker (scratch memory, sums) needs no lock.
using Piece = std::function<Result<>(std::uint64_t index, std::size_t worker)>;

/// Calls `piece` once for each index of [0, count), on several threads, in no particular order; returns when all are
/// done. Begins no further piece once stop is asked for (then Stopped) or a piece has failed (then its error; of
/// several, that of the lowest index). May be nested. An exception from a piece becomes an error.
Result<> runPieces(std::uint64_t count, const Work& work, const Piece& piece);

/// Runs as runPieces() does, `body(State&, index)`, with one State from `make()` per worker, and merges them all by
/// `into.merge(from)`. For states that do not depend on the order, such as counts.
template <typename Make, typename Body>
auto reducePieces(std::uint64_t count, const Work& work, Make&& make, Body&& body) -> Result<decltype(make())>
{
    std::vector<decltype(make())> states;
    std::generate_n(std::back_inserter(states), threadLimit(), make);
    auto done = runPieces(
        count, work, [&](std::uint64_t index, std::size_t worker) -> Result<> { return body(states[worker], index); });
    if (!done)
        return fail(std::move(done.error()));
    for (std::size_t i = 1; i < states.size(); ++i)
        states.front().merge(states[i]);
    return std::move(states.front());
}

} // namespace loupe
