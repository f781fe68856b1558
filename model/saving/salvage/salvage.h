#pragma once

#include "core/incomplete_tensors.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// A tensor that is left out of a recipe because it is incomplete or damaged.
struct LeftOutTensor {
    std::string name; ///< the name that it would have had
    std::optional<IncompleteTensor> incomplete; ///< how much of it is missing, if that is the reason
    Error why;
};

/// The tensors of a recipe with missing bytes.
struct IncompleteItems {
    std::uint64_t count = 0;
    const RecipeItem* first = nullptr; ///< null if all are whole
    IncompleteTensor missing; ///< of the first
};

/// Takes linear time in the number of tensors of the recipe's sources. Reads no values. May throw std::bad_alloc.
IncompleteItems incompleteItems(const Recipe& recipe);

/// Caches the outcome of reading tensors, so that none is read twice. Keeps their checkpoints alive. Thread-safe.
class ReadTensors {
public:
    /// Nullopt if the item's tensor has not been read.
    std::optional<Result<>> find(const RecipeItem& item) const;
    void add(const RecipeItem& item, const Result<>& outcome);

private:
    mutable std::mutex m_mutex;
    std::map<std::pair<std::shared_ptr<const Checkpoint>, std::uint32_t>, Result<>> m_outcomes;
};

/// Tensors that an index lists but that no shard contains.
std::vector<LeftOutTensor> unreadTensors(const Checkpoint& checkpoint);

/// Notes in Recipe::leftOut that parts of the sources could not be read, with the affected `tensors` that are known.
/// Does nothing if `unread` is empty.
void addUnread(Recipe& recipe, const std::vector<Error>& unread, std::span<const LeftOutTensor> tensors = {});

/// Removes damaged tensors from the recipe and notes that in Recipe::leftOut: tensors with missing bytes, tensors whose
/// bytes do not match their shape, and tensors whose values cannot be decompressed or do not match the file's own
/// digests. Reads all values that are encoded or have digests, since there is no other way to check them. Progress is
/// in their bytes; the total is salvageWork(). Fails with Stopped, with OutOfMemory, or with Changed if a source was
/// changed meanwhile; the recipe is then unchanged. Does not read values again whose outcome is already in `known`, and
/// adds new outcomes to it.
Result<std::vector<LeftOutTensor>> keepWhole(Recipe& recipe, const Work& work = {}, ReadTensors* known = nullptr);

std::uint64_t salvageWork(const Recipe& recipe);

} // namespace loupe
