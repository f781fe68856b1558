#include "items/tree/tensor_tree.h"

#include "items/jobs/release_in_job.h"

namespace loupe {

namespace {

struct Families {
    OpenedCheckpointPtr opened; ///< owns the names of the tree
    NameTree tree;
};

} // namespace

TensorTree namesOf(const OpenedCheckpointPtr& opened)
{
    return {std::shared_ptr<const NameTree>(opened, &opened->tree), opened->order, opened->compactOrder};
}

Result<TensorTree> familiesOf(const OpenedCheckpointPtr& opened, const Work& work)
{
    const Checkpoint& checkpoint = *opened->checkpoint;
    auto tree = NameTree::families(checkpoint, opened->tree, work);
    if (!tree)
        return fail(std::move(tree.error()));
    auto order = TreeOrder::sorted(checkpoint, *tree, {}, work);
    if (!order)
        return fail(std::move(order.error()));
    auto compact = TreeOrder::formed(checkpoint, *tree, *order, TreeForm::Families, work);
    if (!compact)
        return fail(std::move(compact.error()));
    const std::shared_ptr<const Families> families(
        new Families{opened, std::move(*tree)}, &releaseInJob<const Families>);
    return TensorTree{std::shared_ptr<const NameTree>(families, &families->tree),
        std::make_shared<const TreeOrder>(std::move(*order)), std::make_shared<const TreeOrder>(std::move(*compact))};
}

} // namespace loupe
