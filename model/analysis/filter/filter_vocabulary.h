#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What words of a filter can ask of some checkpoints. Bounded, whatever they hold.
struct FilterVocabulary {
    static constexpr std::size_t mostParts = 10'000;
    static constexpr std::size_t mostShapes = 1000;
    static constexpr std::size_t longestPart = 64; ///< bytes; longer ones are nothing that anyone types

    struct Entry {
        std::string text;
        std::uint64_t tensors = 0; ///< that have it
    };
    using Range = std::pair<std::uint64_t, std::uint64_t>;

    std::vector<Entry> parts; ///< of names, between dots and slashes, without numbers; the most frequent first,
                              ///< else in natural order
    std::vector<Entry> dtypes; ///< in lower case; the most frequent first
    std::vector<Entry> shapes; ///< as "4096x11008"; the most frequent first
    std::optional<Range> layers; ///< nothing if no name has a layer's number
    std::uint64_t ranks = 0; ///< the highest
    std::uint64_t shards = 0;
};

/// Reads all names: a million in some tenths of a second. Fails with Stopped.
Result<FilterVocabulary> collectVocabulary(std::span<const Checkpoint* const> checkpoints, const Work& work = {});

} // namespace loupe
