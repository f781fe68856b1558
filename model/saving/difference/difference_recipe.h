#pragma once

#include "analysis/comparison/comparison.h"
#include "saving/recipe/recipe.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// Makes the recipe of what changed from checkpoint a to checkpoint b: a tensor b - a for each pair that differs, under
/// a's name, as a file that can be added to a ("task vector"). What is identical is omitted, as its difference is
/// zero; so are pairs that have none: of other shapes, on one side only, of dtypes without numbers.
class DifferenceRecipe {
public:
    DifferenceRecipe(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b);

    /// `status` as far as it is known: without values, NotCompared. `largest`: Delta::maximum, where it is known.
    void add(const TensorPair& pair, PairStatus status, const std::optional<double>& largest = {});

    /// How many were added that are in it.
    std::size_t size() const { return m_recipe.items.size(); }
    /// In the order they were added, with metadata that says what it is and Recipe::leftOut. Its format is to be set.
    Recipe take();

private:
    std::string leftOut() const;

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    Recipe m_recipe;
    std::array<std::uint64_t, 6> m_leftOut{}; ///< by PairStatus; NotCompared: for dtypes without a difference
};

/// Whether an item that is a difference can be read. Fails with Unsupported or InvalidArgument, naming the tensor, or
/// as Elements::open() does.
Result<> checkDifference(const RecipeItem& item);

} // namespace loupe
