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

/// A tensor that a recipe does without, because it is not whole.
struct LeftOutTensor {
    std::string name; ///< that it was to have
    std::optional<IncompleteTensor> incomplete; ///< how much of it is missing, where that is why
    Error why;
};

/// Those of a recipe's tensors of which bytes are missing.
struct IncompleteItems {
    std::uint64_t count = 0;
    const RecipeItem* first = nullptr; ///< null if all are whole
    IncompleteTensor missing; ///< of the first
};

/// Linear in the tensors of the recipe's sources; no value is read. May throw std::bad_alloc.
IncompleteItems incompleteItems(const Recipe& recipe);

/// What reading has shown about tensors, so that none is read twice. Keeps their checkpoints. For any thread.
class ReadTensors {
public:
    /// Nothing if the item's tensor has not been read.
    std::optional<Result<>> find(const RecipeItem& item) const;
    void add(const RecipeItem& item, const Result<>& outcome);

private:
    mutable std::mutex m_mutex;
    std::map<std::pair<std::shared_ptr<const Checkpoint>, std::uint32_t>, Result<>> m_outcomes;
};

/// What an index lists and no shard gives.
std::vector<LeftOutTensor> unreadTensors(const Checkpoint& checkpoint);

/// Says in Recipe::leftOut that parts of its sources could not be read, of which these `tensors` are known; nothing
/// where `unread` is empty.
void addUnread(Recipe& recipe, const std::vector<Error>& unread, std::span<const LeftOutTensor> tensors = {});

/// Takes what is not whole out of the recipe and says so in Recipe::leftOut: tensors of which bytes are missing, whose
/// bytes do not fit their shape, whose values cannot be unpacked, or are not those that the file's own digests are of.
/// Reads all values that do not lie plainly or have digests, since nothing else shows whether they are whole; progress
/// in their bytes, its total is salvageWork(). Fails with Stopped, with OutOfMemory, or with Changed where a source was
/// changed meanwhile: the recipe is then as it was. Values that are `known` to be readable, or not to be, are not read
/// again; those that are read become known.
Result<std::vector<LeftOutTensor>> keepWhole(Recipe& recipe, const Work& work = {}, ReadTensors* known = nullptr);

std::uint64_t salvageWork(const Recipe& recipe);

} // namespace loupe
