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
    std::string name; ///< to be
    DType dtype = DType::Opaque; ///< to be; elements are cast to it
    /// Where there is one, its tensor's elements are subtracted (difference.h): the shapes must be the same.
    std::shared_ptr<const Checkpoint> base = {};
    std::uint32_t baseTensor = 0; ///< index into the base's tensors
    /// For a difference, if known: the largest absolute value between finite elements.
    std::optional<double> largest = {};
    /// The values of a quantized weight are to be written, not the tensors that it is made of.
    bool isDecoded = false;

    const Tensor& original() const { return source->tensors[tensor]; }
    bool isDifference() const { return base != nullptr; }
    bool isCast() const { return !isDifference() && dtype != original().dtype; }
    /// Its bytes are the original's.
    bool isCopy() const { return !isDifference() && !isCast(); }
};

/// What to write: save, convert, export, rename, delete, cast, merge and reshard all make one. A value; nothing is read
/// or checked before it is planned.
struct Recipe {
    const Format* format = nullptr; ///< one with a writer
    std::vector<RecipeItem> items; ///< in the order in which shards are filled
    std::optional<Metadata> metadata; ///< of every file
    std::uint64_t shardSize = 0; ///< the most bytes of tensors in a shard, unless one tensor is larger; 0: any
    bool keepShards = false; ///< tensors that follow each other share a shard only if they share a source's file
    /// Source files of which something is omitted because it is not whole: they must not be replaced.
    std::vector<std::filesystem::path> damagedFiles = {};
    std::string leftOut = {}; ///< for people: what was asked for and is not in it; empty if nothing is
};

/// How many bytes its elements take once they are written; the largest number where that does not fit in 64 bits.
std::uint64_t writtenBytes(const RecipeItem& item);

/// All of a checkpoint as it is, in the order of its files.
Recipe copyOf(const std::shared_ptr<const Checkpoint>& checkpoint, const Format& format);

/// Adds all of another checkpoint behind what is there. For a metadata key that is there already the value stays.
void append(Recipe& recipe, const std::shared_ptr<const Checkpoint>& checkpoint);

/// The items whose name an earlier item has, in their order.
std::vector<std::uint32_t> repeatedNames(const Recipe& recipe);

} // namespace loupe
