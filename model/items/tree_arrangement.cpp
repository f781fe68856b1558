#include "items/tree_arrangement.h"

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

Result<OrderPtr> filtered(const ArrangementWish& wish, const OrderPtr& all, const Filter& filter, const Work& work)
{
    if (filter.keepsAll())
        return all;
    const auto kept = filter.select(*wish.opened->checkpoint, wish.values, work);
    if (!kept)
        return fail(kept.error());
    return shared(TreeOrder::filtered(
        *wish.opened->checkpoint, wish.opened->tree, *all, [&](std::uint32_t tensor) { return kept->contains(tensor); },
        work));
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
    const auto visible = filtered(wish, *all, *filter, work);
    if (!visible)
        return fail(visible.error());
    const bool unchanged = *visible == wish.shown || **visible == *wish.shown;
    return Arrangement{*all, *visible, filter->needsValues(), unchanged};
}

} // namespace loupe
