#pragma once

#include "analysis/pairing.h"
#include "core/name_tree.h"
#include "core/region.h"
#include "core/result.h"
#include "core/tree_order.h"
#include "core/work.h"
#include "items/pair_sums.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// Two open checkpoints, A and B, and which of their tensors belong together: all that is known without their values.
/// Immutable, shared by views and jobs.
struct PairedCheckpoints {
    std::shared_ptr<const Checkpoint> a;
    std::shared_ptr<const Checkpoint> b;
    std::vector<TensorPair> pairs; ///< as pairTensors() has them
    MetadataDifference metadata;
    std::vector<Error> unread; ///< parts of A and B that could not be opened
    bool followsRenames = false; ///< tensors of different names were paired

    /// A tensor for each pair, of the same number: A's, or B's where only B has it. For the tree alone: it has no
    /// files.
    std::shared_ptr<const Checkpoint> names;
    NameTree tree; ///< of `names`
    std::shared_ptr<const TreeOrder> order; ///< all of them, in natural order
    std::vector<PairSums> structure; ///< by group number: what is known before any values are

    /// Of one of both checkpoints.
    struct Side {
        std::vector<RegionList> regions; ///< by file
        std::vector<std::uint32_t> pairOf; ///< by tensor
    };
    Side sideA;
    Side sideB;

    bool isRenamed(std::uint32_t pair) const;
    /// Nothing where it takes the values.
    std::optional<PairStatus> structuralStatus(std::uint32_t pair) const;
    /// How many tensors only A has, and only B: what renames may be found among.
    std::uint32_t onlyIn(PairStatus side) const { return structure.front().count(side); }
};

using PairedCheckpointsPtr = std::shared_ptr<const PairedCheckpoints>;

/// For a job. The error names the path. The last reference may be dropped on any thread, as an OpenedCheckpoint's.
Result<PairedCheckpointsPtr> openPair(const std::filesystem::path& a, const std::filesystem::path& b, const Work& work);

/// The same checkpoints, with tensors paired that may be the same under another name; for a job. Reads the bytes of
/// tensors that only one of them has. Progress in bytes.
Result<PairedCheckpointsPtr> pairRenamed(const PairedCheckpoints& paired, const Work& work);
/// The same checkpoints, paired by their names alone; for a job.
Result<PairedCheckpointsPtr> pairByName(const PairedCheckpoints& paired, const Work& work);

} // namespace loupe
