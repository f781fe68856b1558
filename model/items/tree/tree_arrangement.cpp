#include "items/tree/tree_arrangement.h"

#include "analysis/filter/no_match.h"

namespace loupe {

namespace {

using OrderPtr = std::shared_ptr<const TreeOrder>;

Result<OrderPtr> shared(Result<TreeOrder> order)
{
    if (!order)
        return fail(std::move(order.error()));
    return std::make_shared<const TreeOrder>(std::move(*order));
}

Result<OrderPtr> sorted(const ArrangementRequest& request, const Work& work)
{
    if (request.sorting == request.opened->order->sorting())
        return request.opened->order;
    const bool byHealth = request.sorting.key == SortKey::Given; // of which more may be known now
    if (request.sorting == request.all->sorting() && !byHealth)
        return request.all;
    const auto ranks = byHealth && request.health
        ? request.health->ranks(*request.opened->checkpoint, request.opened->tree)
        : std::vector<std::uint64_t>();
    return shared(TreeOrder::sorted(*request.opened->checkpoint, request.opened->tree, request.sorting, work, ranks));
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
        arrangement.whyEmpty = whyNoMatch(filter, all);
    }
    arrangement.severities = severitiesOf(*request.opened, *arrangement.kept);
    if (request.health) {
        FilteredHealth health(request.health, arrangement.kept);
        if (!health.catchUp(*request.opened, work))
            return fail(ErrorCode::Stopped, "stopped");
        arrangement.health = std::make_shared<const FilteredHealth>(std::move(health));
    }
    const bool byHealth = arrangement.health && request.sorting.key == SortKey::Given;
    const auto ranks = byHealth ? arrangement.health->ranks(*request.opened) : std::vector<std::uint64_t>();
    auto visible = shared(TreeOrder::filtered(
        *request.opened->checkpoint, request.opened->tree, *arrangement.all,
        [&](std::uint32_t tensor) { return arrangement.kept->contains(tensor); }, work, ranks));
    if (!visible)
        return fail(std::move(visible.error()));
    arrangement.visible = std::move(*visible);
    return {};
}

Result<OrderPtr> compacted(const Arrangement& arrangement, const ArrangementRequest& request, const Work& work)
{
    if (arrangement.visible == request.opened->order)
        return request.opened->compactOrder;
    return shared(TreeOrder::compacted(*request.opened->checkpoint, request.opened->tree, *arrangement.visible, work));
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
    if (request.isCompact) {
        auto compact = compacted(arrangement, request, work);
        if (!compact)
            return fail(std::move(compact.error()));
        arrangement.visible = std::move(*compact);
    }
    arrangement.unchanged = arrangement.visible == request.shown || *arrangement.visible == *request.shown;
    return arrangement;
}

} // namespace loupe
