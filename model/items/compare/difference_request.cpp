#include "items/compare/difference_request.h"

#include "saving/difference/difference_recipe.h"

namespace loupe {

namespace {

/// How many pairs are visited between checks for a stop.
constexpr std::uint32_t requestStopInterval = 4096;

/// NotCompared if the values were not looked at, as they may differ.
PairStatus statusFor(const ComparisonResults& results, std::uint32_t pair)
{
    return results.status(pair).value_or(PairStatus::NotCompared);
}

Result<WantedTensors> recipeFor(const PairChoice& choice, const Work& work)
{
    const PairedCheckpoints& paired = *choice.results->paired();
    if (!paired.unread.empty())
        return fail(paired.unread.front());
    DifferenceRecipe recipe(paired.a, paired.b);
    std::uint32_t looked = 0;
    for (const std::uint32_t pair : tensorsBelow(paired.tree, *choice.order, choice.nodes, work)) {
        if (looked++ % requestStopInterval == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const PairOutcome* const outcome = choice.results->find(pair);
        recipe.add(paired.pairs[pair], statusFor(*choice.results, pair),
            outcome && outcome->delta ? outcome->delta->maximum : std::nullopt);
    }
    const bool empty = recipe.size() == 0;
    Recipe taken = recipe.take();
    if (empty) {
        return fail(ErrorCode::InvalidArgument,
            "there is no difference to be written"
                + (taken.leftOut.empty() ? std::string() : " (skipped: " + taken.leftOut + ")"));
    }
    return WantedTensors{.recipe = std::move(taken), .unread = {}, .wantsAll = false};
}

} // namespace

RecipeMaker differenceOf(PairChoice choice)
{
    return [choice = std::move(choice)](const Work& work) { return recipeFor(choice, work); };
}

} // namespace loupe
