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

/// A file that a run reads, by which a later run, or that of another machine, knows whether it still is the same.
struct InputState {
    std::string path; ///< as messages name it
    std::uint64_t bytes = 0;
    std::string version; ///< Source::version()
    std::string header; ///< digest of the header's bytes; empty if the format has none

    bool operator==(const InputState&) const = default;
};

/// Fails as reading does.
Result<InputState> inputStateOf(const std::string& path, const Source& source, ByteRange header);
/// The states of the files of a checkpoint, its index first.
Result<std::vector<InputState>> inputStatesOf(const Checkpoint& checkpoint);

/// How the inputs of two runs differ, such as "the size of "a" is 5 bytes, expected 6 bytes"; empty if they are the
/// same.
std::string otherInputs(const std::vector<InputState>& here, const std::vector<InputState>& expected);
/// "WHAT is HERE, expected EXPECTED".
std::string differsText(std::string_view what, const std::string& here, const std::string& expected);

void writeInputState(JsonWriter& json, const InputState& input);
/// False where the value is not what writeInputState() writes.
bool readInputState(JsonCursor& json, InputState& input);

} // namespace loupe
