#pragma once

#include "core/checkpoint.h"
#include "formats/shared/format.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// One tensor to write.
struct RecipeItem {
    std::shared_ptr<const Checkpoint> source;
    std::uint32_t tensor = 0; ///< index into the source's tensors
    std::string name; ///< the name to write
    DType dtype = DType::Opaque; ///< the dtype to write; elements are cast to it
    /// If set, the elements of its tensor are subtracted (difference.h). The shapes must be the same.
    std::shared_ptr<const Checkpoint> base = {};
    std::uint32_t baseTensor = 0; ///< index into the base's tensors
    /// For a difference, if known: the largest absolute value between finite elements.
    std::optional<double> largest = {};
    /// Write the decoded values of a quantized weight, rather than the tensors that it is stored in.
    bool isDecoded = false;

    const Tensor& original() const { return source->tensors[tensor]; }
    bool isDifference() const { return base != nullptr; }
    bool isCast() const { return !isDifference() && dtype != original().dtype; }
    /// True if the bytes are copied unchanged.
    bool isCopy() const { return !isDifference() && !isCast(); }
};

/// Describes what to write. Saving, converting, exporting, renaming, deleting, casting, merging and resharding all
/// build one. It is a plain value: nothing is read or checked until it is planned.
struct Recipe {
    const Format* format = nullptr; ///< one with a writer
    std::vector<RecipeItem> items; ///< in the order in which shards are filled
    std::optional<Metadata> metadata; ///< written to every file
    std::uint64_t shardSize = 0; ///< maximum tensor bytes per shard, exceeded only by a single larger tensor; 0: no
                                 ///< limit
    bool keepShards = false; ///< consecutive tensors share a shard only if they come from the same source file
    /// Source files with damaged parts that are omitted. They must not be replaced.
    std::vector<std::filesystem::path> damagedFiles = {};
    std::string leftOut = {}; ///< for display: what was requested but is not in the recipe; empty if nothing is missing
};

/// The number of bytes that the written elements take; the largest number if that does not fit in 64 bits.
std::uint64_t writtenBytes(const RecipeItem& item);

/// A full copy of a checkpoint, in the order of its files.
Recipe copyOf(const std::shared_ptr<const Checkpoint>& checkpoint, const Format& format);

/// Appends all of another checkpoint. If both have a metadata key, the existing value is kept.
void append(Recipe& recipe, const std::shared_ptr<const Checkpoint>& checkpoint);

/// The items whose name an earlier item already has, in order.
std::vector<std::uint32_t> repeatedNames(const Recipe& recipe);

} // namespace loupe
