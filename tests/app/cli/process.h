#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace loupe::test {

struct Outcome {
    int status = -1; ///< exit status; 128 + number where a signal ended the process
    std::string out;
    std::string error;
    std::uint64_t peakMemory =
        0; ///< bytes that were resident at once, or were of this program when it started that one

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Runs `program` in tests/data, or in `folder`, and waits for it. One that takes more time of the processor than
/// `seconds` is ended by SIGXCPU.
Outcome runProgram(const std::string& program, std::vector<std::string> arguments,
    const std::filesystem::path& folder = {}, std::optional<std::uint64_t> seconds = {});

/// Runs the built tloupe so.
inline Outcome tloupe(std::vector<std::string> arguments, const std::filesystem::path& folder = {})
{
    return runProgram(LOUPE_TLOUPE, std::move(arguments), folder);
}

/// What `script` does, with the built tloupe as $0, in a mount namespace of its own; nothing where that is not
/// permitted.
std::optional<Outcome> withMount(const std::filesystem::path& folder, const std::string& script);

} // namespace loupe::test
