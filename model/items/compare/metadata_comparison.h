#pragma once

#include "analysis/comparison/comparison.h"
#include "items/metadata/metadata_tree.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace loupe {

/// The metadata of two checkpoints as one tree, with the JSON in values unfolded on both sides. What differs stands
/// before what does not, but for the values of arrays, which keep their places. Node 0 is the root.
struct MetadataComparison {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Node {
        std::uint32_t a = none; ///< in the tree of A
        std::uint32_t b = none;
        PairStatus status = PairStatus::Identical; ///< or Changed, OnlyA, OnlyB
        std::uint32_t parent = 0;
        std::uint32_t row = 0;
        std::uint32_t firstChild = 0; ///< children are nodes [firstChild, firstChild + childCount)
        std::uint32_t childCount = 0;
    };

    MetadataTree a;
    MetadataTree b;
    std::vector<Node> nodes = std::vector<Node>(1);

    /// For a job. What it found so far where it is stopped. A value is identical where its bytes are.
    static MetadataComparison compare(
        const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b, const Work& work);
};

} // namespace loupe
