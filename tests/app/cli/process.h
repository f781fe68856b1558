#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace loupe::test {

struct Outcome {
    int status = -1; ///< exit status, or 128 + signal number
    std::string out;
    std::string error;
    std::uint64_t peakMemory = 0; ///< peak resident bytes, at least those of this program when it started the other one

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Runs `program` in tests/data, or in `folder`, and waits for it. If it uses more than `seconds` of processor time,
/// SIGXCPU ends it.
Outcome runProgram(const std::string& program, std::vector<std::string> arguments,
    const std::filesystem::path& folder = {}, std::optional<std::uint64_t> seconds = {});

/// As above, for the built tloupe.
inline Outcome tloupe(std::vector<std::string> arguments, const std::filesystem::path& folder = {})
{
    return runProgram(LOUPE_TLOUPE, std::move(arguments), folder);
}

/// Runs `script`, with the built tloupe as $0, in its own mount namespace. Empty if that is not permitted.
std::optional<Outcome> withMount(const std::filesystem::path& folder, const std::string& script);

} // namespace loupe::test
