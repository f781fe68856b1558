#include "items/compare/comparison_arrangement.h"

#include "analysis/filter/filter.h"
#include "core/checked_math.h"

#include <algorithm>
#include <array>
#include <bit>

namespace loupe {

namespace {

constexpr std::uint64_t topBit = std::uint64_t{1} << 63;

/// A rank with the same order as the numbers.
std::uint64_t rankOf(double number)
{
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return bits & topBit ? ~bits : bits | topBit;
}

/// The rank of a figure that is not negative; less than topBit. Absent figures rank lowest.
std::uint64_t rankOf(const std::optional<double>& amount)
{
    return amount ? rankOf(*amount) - rankOf(0.0) + 1 : 0;
}

/// Less than topBit. Absent figures rank highest, as the smallest cosine means the largest difference.
std::uint64_t rankOfCosine(const std::optional<double>& cosine)
{
    return cosine ? rankOf(*cosine) - rankOf(-1.0) : topBit - 1;
}

/// Less than topBit. Absent figures rank highest, as the smallest ratio means the most noise.
std::uint64_t rankOfRatio(const std::optional<double>& decibels)
{
    return decibels ? rankOf(*decibels) >> 1U : topBit - 1;
}

/// The largest difference ranks highest. An unknown status ranks below identical.
std::uint64_t rankOf(const std::optional<PairStatus>& status)
{
    constexpr std::array<std::uint64_t, pairStatusCount> ranks{2, 3, 4, 5, 6, 7}; // by PairStatus
    return status ? ranks[static_cast<std::size_t>(*status)] : 1;
}

/// Absent counts rank lowest.
std::uint64_t rankOf(const std::optional<std::uint64_t>& count)
{
    return count ? *count + 1 : 0;
}

/// Figures only cover finite elements, so pairs whose NaN or infinities differ rank above all others.
std::uint64_t rankAmong(const PairSums& figures, std::uint64_t rank)
{
    return std::min(rank, topBit - 1) | (figures.nonfinite > 0 ? topBit : 0);
}

std::uint64_t rankOf(PairKey key, const std::optional<PairStatus>& status, const PairSums& figures)
{
    switch (key) {
    case PairKey::Status:
        return rankOf(status);
    case PairKey::Differing:
        return figures.elements > 0 ? figures.differing + 1 : 0;
    case PairKey::Maximum:
        return rankAmong(figures, rankOf(figures.maximum));
    case PairKey::RelativeL2:
        return rankAmong(figures, rankOf(figures.relativeL2));
    case PairKey::Cosine:
        return rankOfCosine(figures.cosine) | (figures.nonfinite > 0 ? 0 : topBit);
    case PairKey::Mean:
        return rankAmong(figures, rankOf(figures.mean));
    case PairKey::Rms:
        return rankAmong(figures, rankOf(figures.rms));
    case PairKey::Ulp:
        return rankAmong(figures, rankOf(figures.maximumUlp));
    case PairKey::FirstDifference:
        return figures.firstDifference.value_or(~std::uint64_t{0}); // pairs without one come last
    case PairKey::Nonfinite:
        // Pairs whose NaN or infinities differ, but on both sides, come right after.
        return saturatingAdd(saturatingAdd(figures.nonfiniteOnlyA, figures.nonfiniteOnlyB), figures.nonfinite > 0);
    case PairKey::SignalToNoise:
        return rankOfRatio(figures.cost.signalToNoise()) | (figures.nonfinite > 0 ? 0 : topBit);
    case PairKey::BitsPerWeight:
        return rankOf(figures.cost.bitsB());
    case PairKey::None:
        break;
    }
    return 0;
}

/// Indexed by node. `kept`: the pairs that count for groups; null: all.
std::vector<std::uint64_t> ranks(const ComparisonResults& results, PairKey key, const FilteredPairs* kept)
{
    if (key == PairKey::None)
        return {};
    const NameTree& tree = results.paired()->tree;
    std::vector<std::uint64_t> ranks(tree.nodeCount());
    for (std::uint32_t pair = 0; pair < tree.tensorCount(); ++pair)
        ranks[pair] = rankOf(key, results.status(pair), results.figures(pair).value_or(PairSums{}));
    for (NameTree::NodeId group = tree.root(); group < tree.nodeCount(); ++group) {
        const PairSums sums = kept ? kept->sums(group) : results.sums(group);
        ranks[group] = rankOf(key, sums.status(), sums.elements > 0 ? sums : PairSums{});
    }
    return ranks;
}

Result<std::shared_ptr<const TensorSet>> filtered(
    const ComparisonResults& results, const Filter& filter, const Work& work)
{
    auto kept = std::make_shared<TensorSet>(results.paired()->tree.tensorCount());
    for (std::uint32_t pair = 0; pair < kept->size(); ++pair) {
        constexpr std::uint32_t stopInterval = 1 << 12;
        if (pair % stopInterval == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (filter.matches(results.facts(pair)))
            kept->insert(pair);
    }
    return kept;
}

Result<std::shared_ptr<const TreeOrder>> shared(Result<TreeOrder> order)
{
    if (!order)
        return fail(std::move(order.error()));
    return std::make_shared<const TreeOrder>(std::move(*order));
}

} // namespace

Result<PairArrangement> arrangePairs(const PairArrangementRequest& request, const Work& work)
{
    const auto filter = Filter::parse(request.filter, FilterSubject::Pairs);
    if (!filter)
        return fail(filter.error());
    const PairedCheckpoints& paired = *request.results->paired();
    if (auto valid = filter->check(*paired.a, paired.b.get()); !valid)
        return fail(std::move(valid.error()));
    PairArrangement arranged{
        .visible = paired.order, .kept = {}, .noMatch = {}, .filterAsksValues = filter->needsValues()};
    std::shared_ptr<const TensorSet> set;
    if (!filter->keepsAll()) {
        auto selected = filtered(*request.results, *filter, work);
        if (!selected)
            return fail(std::move(selected.error()));
        set = std::move(*selected);
        if (set->count() == 0) {
            const Checkpoint* const both[] = {paired.a.get(), paired.b.get()};
            arranged.noMatch = explainNoMatch(*filter, both, work);
        }
        FilteredPairs kept(request.results, set);
        if (!kept.catchUp(work))
            return fail(ErrorCode::Stopped, "stopped");
        arranged.kept = shareFilteredPairs(std::move(kept));
    }
    const auto given = ranks(*request.results, request.sorting.key, arranged.kept.get());
    if (request.sorting != PairSorting{}) {
        auto sorted = shared(TreeOrder::sorted(*paired.names, paired.tree, request.sorting.sorting, work, given));
        if (!sorted)
            return fail(std::move(sorted.error()));
        arranged.visible = std::move(*sorted);
    }
    if (set) {
        auto visible = shared(TreeOrder::filtered(
            *paired.names, paired.tree, *arranged.visible, [&](std::uint32_t pair) { return set->contains(pair); },
            work));
        if (!visible)
            return fail(std::move(visible.error()));
        arranged.visible = std::move(*visible);
    }
    if (request.form == TreeForm::Compact && arranged.visible == paired.order) {
        arranged.visible = paired.compactOrder;
    } else if (request.form != TreeForm::Full) {
        auto formed =
            shared(TreeOrder::formed(*paired.names, paired.tree, *arranged.visible, request.form, work, given));
        if (!formed)
            return fail(std::move(formed.error()));
        arranged.visible = std::move(*formed);
    }
    return arranged;
}

} // namespace loupe
