#pragma once

#include "analysis/digests/input_state.h"
#include "analysis/parallel/spans.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The results that one machine computed of a run: everything needed to print the answer and to identify the run.
/// Stored as JSON: "tensorloupe-part" 2.
struct PartFile {
    static constexpr std::uint32_t mostParts = 100'000;
    static constexpr std::uint64_t mostBytes = std::uint64_t{4} << 30; ///< maximum file size

    // Equal in all parts of a run:
    std::string version; ///< version of the program
    std::vector<std::string> arguments; ///< the verb, then the options that affect the results
    std::vector<InputState> inputs;
    std::uint64_t units = 0; ///< number of WorkPieces of the whole run
    std::string plan; ///< planDigest()
    std::uint32_t of = 0; ///< number of parts

    // Different in each part:
    std::uint32_t part = 0; ///< from 1
    std::string folder; ///< base of relative paths
    std::uint64_t unread = 0; ///< number of units that could not be read
    struct Entry {
        std::uint64_t unit = 0; ///< below `units`, in ascending order
        std::string name;
        std::string record; ///< see records.h
        std::optional<SpanRange> range = {}; ///< WorkPiece::range

        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries;

    bool operator==(const PartFile&) const = default;
};

/// How the runs of two parts differ, such as "the version is 0.2.0, expected 0.3.0"; empty if they are equal.
std::string otherRun(const PartFile& part, const PartFile& expected);

/// The file's text. It ends with a digest of everything before it.
std::string partText(const PartFile& part);
/// Fails with Malformed if it is not a complete part file, and with Unsupported if it has another version. `path`: for
/// error messages.
Result<PartFile> parsePart(std::string_view text, const std::string& path);
/// Fails like parsePart() or Source::open(), or with TooLarge.
Result<PartFile> readPart(const std::string& path);

} // namespace loupe
