#pragma once

#include "analysis/comparison/comparison.h"
#include "items/metadata/metadata_tree.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace loupe {

/// The metadata of two checkpoints as one tree. JSON values are expanded on both sides. Differing entries come first,
/// except in arrays, whose elements keep their positions. Node 0 is the root.
struct MetadataComparison {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Node {
        std::uint32_t a = none; ///< node in the tree of A
        std::uint32_t b = none;
        PairStatus status = PairStatus::Identical; ///< Identical, Changed, OnlyA or OnlyB
        std::uint32_t parent = 0;
        std::uint32_t row = 0;
        std::uint32_t firstChild = 0; ///< children are nodes [firstChild, firstChild + childCount)
        std::uint32_t childCount = 0;
    };

    MetadataTree a;
    MetadataTree b;
    std::vector<Node> nodes = std::vector<Node>(1);

    /// Run it in a job. If stopped, returns what it has found so far. Values are identical if their bytes are.
    static MetadataComparison compare(
        const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b, const Work& work);
};

} // namespace loupe
