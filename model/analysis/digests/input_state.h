#pragma once

#include "core/byte_range.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/source.h"
#include "core/text/json_cursor.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The state of an input file, by which a later run, or one on another machine, can detect changes.
struct InputState {
    std::string path; ///< name for messages
    std::uint64_t bytes = 0;
    std::string version; ///< Source::version()
    std::string header; ///< digest of the header; empty if the format has none

    bool operator==(const InputState&) const = default;
};

/// Fails if the file cannot be read.
Result<InputState> inputStateOf(const std::string& path, const Source& source, ByteRange header);
/// The states of a checkpoint's files, with its index first.
Result<std::vector<InputState>> inputStatesOf(const Checkpoint& checkpoint);

/// How the inputs of two runs differ, such as "the size of "a" is 5 bytes, expected 6 bytes"; empty if they do not.
std::string otherInputs(const std::vector<InputState>& here, const std::vector<InputState>& expected);
/// "WHAT is HERE, expected EXPECTED".
std::string differsText(std::string_view what, const std::string& here, const std::string& expected);

void writeInputState(JsonWriter& json, const InputState& input);
/// False if the value is not in the format of writeInputState().
bool readInputState(JsonCursor& json, InputState& input);

} // namespace loupe
