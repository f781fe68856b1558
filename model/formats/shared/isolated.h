#pragma once

#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace loupe {

/// What code in a process of its own may take.
struct IsolatedLimits {
    std::uint64_t memory = std::uint64_t{1} << 30; ///< bytes beyond what the process has at its start
    std::uint64_t seconds = 5; ///< of processor time
    std::uint64_t wallSeconds = 120; ///< by the clock
    std::uint64_t idleSeconds = 10; ///< by the clock, without any processor time or output
    std::uint64_t output = std::uint64_t{1} << 30; ///< bytes that it may hand over
    bool opensFiles = false; ///< else it can open none, only read memory maps that are there
};

enum class IsolatedEnd : std::uint8_t {
    Done,
    Crashed,
    OutOfMemory,
    OutOfTime,
    TooMuchOutput,
};

/// How it went.
struct IsolatedOutcome {
    IsolatedEnd end = IsolatedEnd::Done;
    int signal = 0; ///< of a crash; 0 where it ended otherwise, or where the program does not wait for its processes

    /// "crashed": the rest of a sentence about the code.
    std::string_view text() const;
};

using IsolatedSend = std::function<void(std::string_view)>;
using IsolatedReceive = std::function<void(std::string_view)>;

/// Runs `code` in a copy of this process and hands what it sends, piece by piece, to `receive` in this one: so that a
/// library that crashes, hangs, or takes all memory over a hostile file costs an outcome, and that its locks are nobody
/// else's. Code sees memory as it was, writes to none of it that anybody else sees, prints nothing, and must need no
/// lock that another thread of ours may hold; memory may be allocated. It leaves no core dump, which might hold keys,
/// and ends with the thread that asked. What it sends is to be taken as a file's content is: a hostile file may have
/// made it. Fails with Stopped (then the copy is gone), or Io where no process can be made.
Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&)>& code,
    const IsolatedReceive& receive, const IsolatedLimits& limits, const Work& work);

} // namespace loupe
