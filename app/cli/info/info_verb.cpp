#include "app/cli/info/info_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"

#include <algorithm>
#include <iterator>

namespace loupe {

NameTree::Sums totals(const Checkpoint& checkpoint, const TensorSet& kept)
{
    NameTree::Sums sums;
    ShareCounter shares(checkpoint);
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        if (kept.contains(i))
            sums.add(i, shares);
    }
    return sums;
}

std::uint64_t missingBytes(const TensorRemarks& remarks)
{
    std::uint64_t bytes = 0;
    for (const IncompleteTensor& tensor : remarks.incomplete)
        bytes = saturatingAdd(bytes, tensor.missing);
    return bytes;
}

std::vector<std::uint32_t> listedTensors(const Checkpoint& checkpoint, const TensorSet& kept, const ListOrder& order)
{
    std::vector<std::uint32_t> tensors;
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        if (kept.contains(i))
            tensors.push_back(i);
    }
    if (order.isGiven())
        orderTensors(checkpoint, order, tensors);
    return tensors;
}

Result<std::vector<TensorRole>> listRoles(const Checkpoint& checkpoint, const TensorSet& kept, const Work& work)
{
    const auto names = NameTree::build(checkpoint, work);
    if (!names)
        return fail(names.error());
    const auto tree = NameTree::families(checkpoint, *names, work);
    if (!tree)
        return fail(tree.error());
    std::vector<TensorRole> roles;
    const auto addRole = [&](NameTree::NodeId node, std::span<const NameTree::NodeId> tensors) {
        TensorRole role{.name = std::string(tree->path(node)), .tensors = {}, .sums = {}};
        std::ranges::copy_if(
            tensors, std::back_inserter(role.tensors), [&](std::uint32_t tensor) { return kept.contains(tensor); });
        if (role.tensors.empty())
            return;
        const std::uint32_t first = role.tensors.front();
        std::vector<std::uint32_t> ascending = role.tensors;
        std::ranges::sort(ascending);
        ShareCounter shares(checkpoint);
        for (const std::uint32_t tensor : ascending) {
            role.sums.add(tensor, shares);
            role.mixesDTypes = role.mixesDTypes || checkpoint.dtypeName(tensor) != checkpoint.dtypeName(first);
            role.mixesShapes = role.mixesShapes
                || !std::ranges::equal(checkpoint.tensors[tensor].shape, checkpoint.tensors[first].shape);
        }
        roles.push_back(std::move(role));
    };
    // The recursion depth is at most NameTree::maximumDepth.
    const auto visit = [&](const auto& self, NameTree::NodeId group) -> void {
        const auto children = tree->children(group);
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (tree->isGroup(children[i]) && !tree->isRole(children[i]))
                self(self, children[i]);
            else
                addRole(children[i], tree->isRole(children[i]) ? tree->children(children[i]) : children.subspan(i, 1));
        }
    };
    visit(visit, tree->root());
    return roles;
}

ExitStatus run(const InfoOptions& options, const Session& session)
{
    const auto opened = openInspected(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [checkpoint, kept] = *opened;
    if (kept.count() == 0 && !checkpoint->tensors.empty())
        session.remark(checkpoint->path.string() + ": " + noMatchText(*checkpoint, options.common.filter));
    TensorRemarks remarks{incompleteTensors(*checkpoint), sharedTensors(*checkpoint)};
    const auto isHidden = [&keep = kept](const auto& one) { return !keep.contains(one.tensor); };
    std::erase_if(remarks.incomplete, isHidden);
    std::erase_if(remarks.shared, isHidden);
    Result<> printed;
    if (options.digests) {
        const auto allowed = session.allowFetching(
            remoteBytes(*checkpoint, listedTensors(*checkpoint, kept, options.list.order)), checkpoint->path);
        if (!allowed) {
            session.reportAsAnswer(allowed.error());
            return ExitStatus::Usage;
        }
    }
    if (options.diffable)
        printed = printInfoDiffable(*checkpoint, kept, options, session);
    else if (options.common.json)
        printed = printInfoJson(*checkpoint, kept, remarks, options, session);
    else if (!options.common.quiet)
        printed = printInfoText(*checkpoint, kept, remarks, options, session);
    if (!printed)
        return session.report(printed.error());
    if (session.stopped())
        return ExitStatus::Interrupted;
    if (options.diffable) // git gives up if its text converter fails
        return ExitStatus::Done;
    return checkpoint->findings.hasErrors() ? ExitStatus::No : ExitStatus::Done;
}

} // namespace loupe
