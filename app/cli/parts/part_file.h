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

/// What one machine found of a run: all that is needed to print the answer, and by which runs are told apart. A file
/// of JSON: "tensorloupe-part" 2.
struct PartFile {
    static constexpr std::uint32_t mostParts = 100'000;
    static constexpr std::uint64_t mostBytes = std::uint64_t{4} << 30; ///< of the file

    // The same in all parts of a run:
    std::string version; ///< of the program
    std::vector<std::string> arguments; ///< the verb first; of the options, those that change what is found
    std::vector<InputState> inputs;
    std::uint64_t units = 0; ///< WorkPieces of the whole run
    std::string plan; ///< planDigest()
    std::uint32_t of = 0; ///< parts

    // Different in each part:
    std::uint32_t part = 0; ///< from 1
    std::string folder; ///< that relative paths are from
    std::uint64_t unread = 0; ///< units that could not be read
    struct Entry {
        std::uint64_t unit = 0; ///< below `units`, in ascending order
        std::string name;
        std::string record; ///< records.h
        std::optional<SpanRange> range = {}; ///< WorkPiece::range

        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries;

    bool operator==(const PartFile&) const = default;
};

/// How the runs of two parts differ, such as "the version is 0.2.0, expected 0.3.0"; empty if they are the same.
std::string otherRun(const PartFile& part, const PartFile& expected);

/// Ends with a digest of all before it.
std::string partText(const PartFile& part);
/// Fails with Malformed if it is no whole part file, Unsupported where it is of another version. `path`: for errors.
Result<PartFile> parsePart(std::string_view text, const std::string& path);
/// Fails so, as Source::open() does, or with TooLarge.
Result<PartFile> readPart(const std::string& path);

} // namespace loupe
