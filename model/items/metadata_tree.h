#pragma once

#include "core/checkpoint.h"
#include "core/work.h"

#include <QString>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// Metadata with the JSON in its values unfolded: members in the order of the file, duplicate keys included, numbers as
/// they are written. Node 0 is the root, above the keys of the file.
struct MetadataTree {
    struct Node {
        QString key; ///< member name, or "[3]" in an array
        QString value; ///< as people read it; of a nested object or array, its size in words
        std::uint32_t parent = 0;
        std::uint32_t row = 0;
        std::uint32_t firstChild = 0; ///< children are nodes [firstChild, firstChild + childCount)
        std::uint32_t childCount = 0;
    };

    /// Longer values stay as they are, and so do all after this many nodes or below this many levels: nobody reads them
    /// as a tree.
    static constexpr std::size_t maximumJsonBytes = std::size_t{4} << 20;
    static constexpr std::size_t maximumNodes = 200'000;
    static constexpr unsigned maximumDepth = 32;

    std::vector<Node> nodes = std::vector<Node>(1);

    static MetadataTree unfold(const Checkpoint& checkpoint, const Work& work);
};

} // namespace loupe
