#include "items/tree/tree_arrangement.h"

namespace loupe {

namespace {

using OrderPtr = std::shared_ptr<const TreeOrder>;

Result<OrderPtr> shared(Result<TreeOrder> order)
{
    if (!order)
        return fail(std::move(order.error()));
    return std::make_shared<const TreeOrder>(std::move(*order));
}

Result<OrderPtr> sorted(const ArrangementWish& wish, const Work& work)
{
    if (wish.sorting == wish.opened->order->sorting())
        return wish.opened->order;
    const bool byHealth = wish.sorting.key == SortKey::Given; // of which more may be known now
    if (wish.sorting == wish.all->sorting() && !byHealth)
        return wish.all;
    const auto ranks = byHealth && wish.health ? wish.health->ranks(*wish.opened->checkpoint, wish.opened->tree)
                                               : std::vector<std::uint64_t>();
    return shared(TreeOrder::sorted(*wish.opened->checkpoint, wish.opened->tree, wish.sorting, work, ranks));
}

std::vector<std::int8_t> severitiesOf(const OpenedCheckpoint& opened, const TensorSet& kept)
{
    if (opened.severities.empty())
        return {};
    std::vector<std::int8_t> severities(opened.tree.nodeCount(), OpenedCheckpoint::noFinding);
    for (std::uint32_t tensor = 0; tensor < opened.tree.tensorCount(); ++tensor) {
        if (kept.contains(tensor))
            severities[tensor] = opened.severities[tensor];
    }
    raiseSeverities(opened.tree, severities);
    return severities;
}

Result<> addFiltered(Arrangement& arrangement, const ArrangementWish& wish, const Filter& filter, const Work& work)
{
    auto selected = filter.select(*wish.opened->checkpoint, wish.values, work);
    if (!selected)
        return fail(std::move(selected.error()));
    arrangement.kept = std::make_shared<const TensorSet>(std::move(*selected));
    arrangement.severities = severitiesOf(*wish.opened, *arrangement.kept);
    if (wish.health) {
        FilteredHealth health(wish.health, arrangement.kept);
        if (!health.catchUp(*wish.opened, work))
            return fail(ErrorCode::Stopped, "stopped");
        arrangement.health = std::make_shared<const FilteredHealth>(std::move(health));
    }
    const bool byHealth = arrangement.health && wish.sorting.key == SortKey::Given;
    const auto ranks = byHealth ? arrangement.health->ranks(*wish.opened) : std::vector<std::uint64_t>();
    auto visible = shared(TreeOrder::filtered(
        *wish.opened->checkpoint, wish.opened->tree, *arrangement.all,
        [&](std::uint32_t tensor) { return arrangement.kept->contains(tensor); }, work, ranks));
    if (!visible)
        return fail(std::move(visible.error()));
    arrangement.visible = std::move(*visible);
    return {};
}

} // namespace

Result<Arrangement> arrange(const ArrangementWish& wish, const Work& work)
{
    const auto filter = Filter::parse(wish.filter);
    if (!filter)
        return fail(filter.error());
    const auto all = sorted(wish, work);
    if (!all)
        return fail(all.error());
    Arrangement arrangement;
    arrangement.all = arrangement.visible = *all;
    arrangement.dependsOnValues = filter->needsValues();
    if (!filter->keepsAll()) {
        if (auto done = addFiltered(arrangement, wish, *filter, work); !done)
            return fail(std::move(done.error()));
    }
    arrangement.unchanged = arrangement.visible == wish.shown || *arrangement.visible == *wish.shown;
    return arrangement;
}

} // namespace loupe
