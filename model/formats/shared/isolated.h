#pragma once

#include "core/result.h"
#include "core/work.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace loupe {

/// What code in a process of its own may use.
struct IsolatedLimits {
    std::uint64_t memory = std::uint64_t{1} << 30; ///< bytes beyond what the process has at its start
    std::uint64_t seconds = 5; ///< of processor time
    std::uint64_t wallSeconds = 120; ///< by the clock
    std::uint64_t idleSeconds = 10; ///< by the clock, without any processor time or output
    std::uint64_t output = std::uint64_t{1} << 30; ///< bytes that it may hand over
    /// Bytes that it may ask this process for, in all. What is small and far from the rest counts as 64 KiB.
    std::uint64_t asked = std::uint64_t{1} << 30;
    bool opensFiles = false; ///< otherwise it can open none, and only reads memory maps that exist already
};

enum class IsolatedEnd : std::uint8_t {
    Done,
    Crashed,
    OutOfMemory,
    OutOfTime,
    TooMuchOutput,
    TooMuchReading,
    BrokeRules, ///< for asking this process: something has taken the code over
};

/// How it ended.
struct IsolatedOutcome {
    IsolatedEnd end = IsolatedEnd::Done;
    int signal = 0; ///< of a crash; 0 if it ended otherwise, or where this program does not wait for its processes
    std::uint64_t asked = 0; ///< bytes, counted as IsolatedLimits says
    std::chrono::nanoseconds time{}; ///< by the clock, without that of reading for it

    /// "crashed": the rest of a sentence about the code.
    std::string_view text() const;
};

using IsolatedSend = std::function<void(std::string_view)>;
using IsolatedReceive = std::function<void(std::string_view)>;
/// Fills the target with bytes from an offset on.
using IsolatedRead = std::function<Result<>(std::uint64_t offset, std::span<std::byte> target)>;

/// Runs `code` in a fork of this process and hands what it sends, piece by piece, to `receive` in this one. A library
/// that crashes, hangs, or takes all memory over a hostile file then costs only an outcome, and its locks are shared
/// with nobody. The code sees a copy of memory, prints nothing, and must not need a lock that another thread of ours
/// may hold; it may allocate memory. It leaves no core dump, which might hold keys, and ends with the calling thread.
/// Treat what it sends like a file's content: a hostile file may have made it. Fails with Stopped (the child is gone
/// then), or with Io where no process can be created.
Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&)>& code,
    const IsolatedReceive& receive, const IsolatedLimits& limits, const Work& work);

/// The same for code that needs bytes which only this process can read, such as those of a file on a server: what the
/// code asks for is read by `read` in the calling thread, which counts neither as idle nor as time by the clock. The
/// code sees no more of an error than that the bytes cannot be read; if they are not missing or malformed, this fails
/// with it.
Result<IsolatedOutcome> runIsolated(const std::function<void(const IsolatedSend&, const IsolatedRead&)>& code,
    const IsolatedReceive& receive, const IsolatedRead& read, const IsolatedLimits& limits, const Work& work);

} // namespace loupe
