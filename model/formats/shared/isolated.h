#pragma once

#include "core/result.h"
#include "core/work.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace loupe {

/// Limits for code in a separate process.
struct IsolatedLimits {
    std::uint64_t memory = std::uint64_t{1} << 30; ///< bytes in addition to those that the process has at its start
    std::uint64_t seconds = 5; ///< processor time
    std::uint64_t wallSeconds = 120; ///< wall-clock time
    std::uint64_t idleSeconds = 10; ///< wall-clock time without any processor time or output
    std::uint64_t output = std::uint64_t{1} << 30; ///< bytes that it may send
    /// The total number of bytes that it may request from this process. A small request far from the others counts as
    /// 64 KiB.
    std::uint64_t asked = std::uint64_t{1} << 30;
    bool opensFiles = false; ///< if false, it cannot open files, and can only read existing memory maps
};

enum class IsolatedEnd : std::uint8_t {
    Done,
    Crashed,
    OutOfMemory,
    OutOfTime,
    TooMuchOutput,
    TooMuchReading,
    BrokeRules, ///< for requests to this process, so something has taken over the code
};

/// How the isolated code ended.
struct IsolatedOutcome {
    IsolatedEnd end = IsolatedEnd::Done;
    int signal = 0; ///< of a crash; 0 if it ended otherwise, or if this program does not wait for its children
    std::uint64_t asked = 0; ///< bytes, counted as IsolatedLimits says
    std::chrono::nanoseconds time{}; ///< wall-clock time, without the time spent reading on its behalf

    /// "crashed": the rest of a sentence about the code.
    std::string_view text() const;
};

using IsolatedSend = std::function<void(std::string_view)>;
using IsolatedReceive = std::function<void(std::string_view)>;
/// Fills the target with the bytes from an offset on.
using IsolatedRead = std::function<Result<>(std::uint64_t offset, std::span<std::byte> target)>;

/// Runs `code` in a fork of this process, and passes what it sends, piece by piece, to `receive` in this process. If a
/// library crashes, hangs, or takes all memory because of a hostile file, this only affects the outcome, and nobody
/// else waits for its locks. The code sees a copy of our memory and prints nothing. It may allocate memory, but must
/// not need a lock that another thread of ours may hold. It leaves no core dump, which might hold keys, and ends with
/// the calling thread. Treat what it sends like the content of a file: a hostile file may have produced it. Fails with
/// Stopped, after the child has ended, or with Io if no process can be created.
Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&)>& code,
    const IsolatedReceive& receive, const IsolatedLimits& limits, const Work& work);

/// As above, for code that needs bytes that only this process can read, such as those of a file on a server. `read`
/// reads the requested bytes in the calling thread; this time counts neither as idle time nor as wall-clock time. The
/// code learns of an error only that the bytes cannot be read. This function fails with that error, unless it means
/// that bytes are missing or malformed.
Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&, const IsolatedRead&)>& code,
    const IsolatedReceive& receive, const IsolatedRead& read, const IsolatedLimits& limits, const Work& work);

} // namespace loupe
