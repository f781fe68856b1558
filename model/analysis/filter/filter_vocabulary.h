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

/// The words that a filter can use for some checkpoints. Limited in size, whatever the checkpoints contain.
struct FilterVocabulary {
    static constexpr std::size_t mostParts = 10'000;
    static constexpr std::size_t mostShapes = 1000;
    static constexpr std::size_t longestPart = 64; ///< bytes; nobody types longer ones

    struct Entry {
        std::string text;
        std::uint64_t tensors = 0; ///< number of tensors that have it
    };
    using Range = std::pair<std::uint64_t, std::uint64_t>;

    /// Parts of names, between dots and slashes, without numbers; by frequency, then in natural order.
    std::vector<Entry> parts;
    std::vector<Entry> dtypes; ///< lowercase; most frequent first
    std::vector<Entry> shapes; ///< as "4096x11008"; most frequent first
    std::optional<Range> layers; ///< nothing if no name has a layer number
    std::uint64_t ranks = 0; ///< the highest rank
    std::uint64_t shards = 0;
};

/// Reads all names: a few tenths of a second for a million. Fails with Stopped.
Result<FilterVocabulary> collectVocabulary(std::span<const Checkpoint* const> checkpoints, const Work& work = {});

} // namespace loupe
