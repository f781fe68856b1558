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

/// What SortKey::Given sorts by, for groups over what is kept; empty for other keys, and before a scan.
std::vector<std::uint64_t> ranks(const Arrangement& arrangement, const ArrangementRequest& request)
{
    if (request.sorting.key != SortKey::Given || !request.health)
        return {};
    return arrangement.health ? arrangement.health->ranks(*request.opened)
                              : request.health->ranks(*request.opened->checkpoint, request.opened->tree);
}

Result<OrderPtr> sorted(const ArrangementRequest& request, const Work& work)
{
    if (request.sorting == request.opened->order->sorting())
        return request.opened->order;
    const bool byHealth = request.sorting.key == SortKey::Given; // of which more may be known now
    if (request.sorting == request.all->sorting() && !byHealth)
        return request.all;
    return shared(TreeOrder::sorted(
        *request.opened->checkpoint, request.opened->tree, request.sorting, work, ranks({}, request)));
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

Result<> addFiltered(
    Arrangement& arrangement, const ArrangementRequest& request, const Filter& filter, const Work& work)
{
    auto selected = filter.select(*request.opened->checkpoint, request.values, work);
    if (!selected)
        return fail(std::move(selected.error()));
    arrangement.kept = std::make_shared<const TensorSet>(std::move(*selected));
    if (arrangement.kept->count() == 0) {
        const Checkpoint* const all[] = {request.opened->checkpoint.get()};
        arrangement.noMatch = explainNoMatch(filter, all);
    }
    arrangement.severities = severitiesOf(*request.opened, *arrangement.kept);
    if (request.health) {
        FilteredHealth health(request.health, arrangement.kept);
        if (!health.catchUp(*request.opened, work))
            return fail(ErrorCode::Stopped, "stopped");
        arrangement.health = std::make_shared<const FilteredHealth>(std::move(health));
    }
    auto visible = shared(TreeOrder::filtered(
        *request.opened->checkpoint, request.opened->tree, *arrangement.all,
        [&](std::uint32_t tensor) { return arrangement.kept->contains(tensor); }, work, ranks(arrangement, request)));
    if (!visible)
        return fail(std::move(visible.error()));
    arrangement.visible = std::move(*visible);
    return {};
}

Result<OrderPtr> formed(const Arrangement& arrangement, const ArrangementRequest& request, const Work& work)
{
    if (request.form == TreeForm::Full)
        return arrangement.visible;
    const OpenedCheckpoint& opened = *request.opened;
    if (request.form == TreeForm::Compact && arrangement.visible == opened.order)
        return opened.compactOrder;
    return shared(TreeOrder::formed(
        *opened.checkpoint, opened.tree, *arrangement.visible, request.form, work, ranks(arrangement, request)));
}

} // namespace

Result<Arrangement> arrange(const ArrangementRequest& request, const Work& work)
{
    const auto filter = Filter::parse(request.filter);
    if (!filter)
        return fail(filter.error());
    const auto all = sorted(request, work);
    if (!all)
        return fail(all.error());
    Arrangement arrangement;
    arrangement.all = arrangement.visible = *all;
    arrangement.dependsOnValues = filter->needsValues();
    if (!filter->keepsAll()) {
        if (auto done = addFiltered(arrangement, request, *filter, work); !done)
            return fail(std::move(done.error()));
    }
    auto formedOrder = formed(arrangement, request, work);
    if (!formedOrder)
        return fail(std::move(formedOrder.error()));
    arrangement.visible = std::move(*formedOrder);
    arrangement.unchanged = arrangement.visible == request.shown || *arrangement.visible == *request.shown;
    return arrangement;
}

} // namespace loupe
