#include "items/tree/tree_arrangement.h"

namespace loupe {

namespace {

using OrderPtr = std::shared_ptr<const TreeOrder>;
using Ranks = std::vector<std::uint64_t>; // for SortKey::Given, indexed by node

Result<OrderPtr> shared(Result<TreeOrder> order)
{
    if (!order)
        return fail(std::move(order.error()));
    return std::make_shared<const TreeOrder>(std::move(*order));
}

/// Ranks of groups cover only what is kept. Empty for other keys, and before a scan.
Ranks ranksFor(const Arrangement& arrangement, const ArrangementRequest& request, const Work& work)
{
    if (request.sorting.key != SortKey::Given || !request.health)
        return {};
    return arrangement.health ? arrangement.health->ranks(work) : request.health->ranks(*arrangement.tree.names, work);
}

Result<TensorTree> wantedTree(const ArrangementRequest& request, const Work& work)
{
    if (request.form != TreeForm::Families)
        return namesOf(request.opened);
    if (request.families.names)
        return request.families;
    return familiesOf(request.opened, work);
}

Result<OrderPtr> sorted(
    const Arrangement& arrangement, const ArrangementRequest& request, const Ranks& ranks, const Work& work)
{
    const TensorTree& tree = arrangement.tree;
    if (request.sorting == tree.order->sorting())
        return tree.order;
    const bool byHealth = request.sorting.key == SortKey::Given; // the results may have changed since
    if (request.names == tree.names && request.sorting == request.all->sorting() && !byHealth)
        return request.all;
    return shared(TreeOrder::sorted(*request.opened->checkpoint, *tree.names, request.sorting, work, ranks));
}

/// `kept` null: all tensors.
std::vector<std::int8_t> severitiesOf(const OpenedCheckpoint& opened, const NameTree& tree, const TensorSet* kept)
{
    if (opened.severities.empty())
        return {};
    std::vector<std::int8_t> severities(tree.nodeCount(), OpenedCheckpoint::noFinding);
    for (std::uint32_t tensor = 0; tensor < tree.tensorCount(); ++tensor) {
        if (!kept || kept->contains(tensor))
            severities[tensor] = opened.severities[tensor];
    }
    raiseSeverities(tree, severities);
    return severities;
}

/// Adds what groups show for the matching tensors, if that differs from the checkpoint as a whole.
Result<> addUp(Arrangement& arrangement, const ArrangementRequest& request, const Work& work)
{
    arrangement.severities = severitiesOf(*request.opened, *arrangement.tree.names, arrangement.kept.get());
    if (!request.health)
        return {};
    FilteredHealth health(request.health, arrangement.tree.names, arrangement.kept);
    if (!health.catchUp(*request.opened, work))
        return fail(ErrorCode::Stopped, "stopped");
    arrangement.health = shareFilteredHealth(std::move(health));
    return {};
}

Result<> addKept(Arrangement& arrangement, const ArrangementRequest& request, const Filter& filter, const Work& work)
{
    auto selected = filter.select(*request.opened->checkpoint, request.values, work);
    if (!selected)
        return fail(std::move(selected.error()));
    arrangement.kept = std::make_shared<const TensorSet>(std::move(*selected));
    if (arrangement.kept->count() == 0) {
        const Checkpoint* const all[] = {request.opened->checkpoint.get()};
        arrangement.noMatch = explainNoMatch(filter, all, work);
    }
    return {};
}

/// The order of what matches the filter, in the requested form.
Result<OrderPtr> visible(
    const Arrangement& arrangement, const ArrangementRequest& request, const Ranks& ranks, const Work& work)
{
    const TensorTree& tree = arrangement.tree;
    const Checkpoint& checkpoint = *request.opened->checkpoint;
    if (arrangement.kept) {
        auto kept = TreeOrder::filtered(
            checkpoint, *tree.names, *arrangement.all,
            [&](std::uint32_t tensor) { return arrangement.kept->contains(tensor); }, work, ranks);
        if (!kept)
            return fail(std::move(kept.error()));
        return shared(TreeOrder::formed(checkpoint, *tree.names, std::move(*kept), request.form, work, ranks));
    }
    if (request.form == TreeForm::Full)
        return arrangement.all;
    if (arrangement.all == tree.order && request.form == tree.compact->form())
        return tree.compact;
    return shared(TreeOrder::formed(checkpoint, *tree.names, *arrangement.all, request.form, work, ranks));
}

} // namespace

Result<Arrangement> arrange(const ArrangementRequest& request, const Work& work)
{
    const auto filter = Filter::parse(request.filter);
    if (!filter)
        return fail(filter.error());
    auto tree = wantedTree(request, work);
    if (!tree)
        return fail(std::move(tree.error()));
    Arrangement arrangement;
    arrangement.tree = std::move(*tree);
    arrangement.dependsOnValues = filter->needsValues();
    if (!filter->keepsAll()) {
        if (auto done = addKept(arrangement, request, *filter, work); !done)
            return fail(std::move(done.error()));
    }
    if (arrangement.kept || request.form == TreeForm::Families) {
        if (auto done = addUp(arrangement, request, work); !done)
            return fail(std::move(done.error()));
    }
    const Ranks ranks = ranksFor(arrangement, request, work);
    for (auto& [order, make] : {std::pair(&arrangement.all, &sorted), std::pair(&arrangement.visible, &visible)}) {
        auto made = make(arrangement, request, ranks, work);
        if (!made)
            return fail(std::move(made.error()));
        *order = std::move(*made);
    }
    if (request.form == TreeForm::Families && arrangement.kept)
        arrangement.patterns = keptPatterns(*arrangement.tree.names, *arrangement.kept, work);
    if (request.form == TreeForm::Families)
        arrangement.roles = roleMixes(*request.opened->checkpoint, *arrangement.tree.names, *arrangement.visible, work);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    arrangement.unchanged = arrangement.visible == request.shown || *arrangement.visible == *request.shown;
    return arrangement;
}

} // namespace loupe
