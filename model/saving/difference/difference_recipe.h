#pragma once

#include "analysis/comparison/comparison.h"
#include "saving/recipe/recipe.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// Builds a recipe of the changes from checkpoint a to checkpoint b: for each pair that differs, a tensor b - a under
/// a's name. The result is a file that can be added to a (a "task vector"). Identical pairs are omitted, as their
/// difference is zero. So are pairs without a difference: those of different shapes, those on one side only, and those
/// of dtypes without numeric values.
class DifferenceRecipe {
public:
    DifferenceRecipe(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b);

    /// `status`: NotCompared if the values were not compared. `largest`: Delta::maximum, if known.
    void add(const TensorPair& pair, PairStatus status, const std::optional<double>& largest = {});

    /// The number of added pairs that are in the recipe.
    std::size_t size() const { return m_recipe.items.size(); }
    /// The items in the order they were added, with metadata that describes them, and Recipe::leftOut. The caller has
    /// to set the format.
    Recipe take();

private:
    std::string leftOut() const;

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    Recipe m_recipe;
    std::array<std::uint64_t, 6> m_leftOut{}; ///< indexed by PairStatus; NotCompared counts dtypes without a difference
};

/// Checks that a difference item can be read. Fails with Unsupported or InvalidArgument, naming the tensor, or as
/// Elements::open() does.
Result<> checkDifference(const RecipeItem& item);

} // namespace loupe
