#pragma once

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

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Runs `program` in tests/data, or in `folder`, and waits for it.
Outcome runProgram(
    const std::string& program, std::vector<std::string> arguments, const std::filesystem::path& folder = {});

/// Runs the built tloupe so.
inline Outcome tloupe(std::vector<std::string> arguments, const std::filesystem::path& folder = {})
{
    return runProgram(LOUPE_TLOUPE, std::move(arguments), folder);
}

/// What `script` does, with the built tloupe as $0, in a mount namespace of its own; nothing where that is not
/// permitted.
std::optional<Outcome> withMount(const std::filesystem::path& folder, const std::string& script);

} // namespace loupe::test
