#include "items/opened_checkpoint.h"

#include "formats/open_checkpoint.h"
#include "items/job_runner.h"

#include <QCoreApplication>
#include <algorithm>
#include <new>
#include <unordered_map>

namespace loupe {

namespace {

std::vector<std::int8_t> findSeverities(const Checkpoint& checkpoint, const NameTree& tree)
{
    std::unordered_map<std::string_view, std::vector<const Finding*>> byName;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.aboutTensor)
            byName[finding.tensor].push_back(&finding);
    }
    if (byName.empty())
        return {};
    std::vector<std::int8_t> severities(tree.nodeCount(), OpenedCheckpoint::noFinding);
    const auto note = [&](NameTree::NodeId node, std::int8_t severity) {
        severities[node] = std::max(severities[node], severity);
    };
    for (std::uint32_t i = 0; i < tree.tensorCount(); ++i) {
        const auto found = byName.find(checkpoint.tensors[i].name);
        if (found == byName.end())
            continue;
        for (const Finding* finding : found->second) {
            if (finding->file == checkpoint.tensors[i].file)
                note(i, static_cast<std::int8_t>(finding->severity));
        }
        note(tree.parent(i), severities[i]);
    }
    for (NameTree::NodeId group = tree.nodeCount() - 1; group > tree.root(); --group)
        note(tree.parent(group), severities[group]);
    return severities;
}

void releaseInJob(OpenedCheckpoint* opened)
{
    if (QCoreApplication::instance())
        jobPool().start([opened] { delete opened; });
    else
        delete opened; // the application has ended, and its jobs with it
}

} // namespace

Result<OpenedCheckpointPtr> openForViewing(const std::filesystem::path& path, const Work& work)
{
    auto checkpoint = openCheckpoint(path, work);
    if (!checkpoint)
        return fail(std::move(checkpoint.error()));
    return prepareForViewing(std::move(*checkpoint), work);
}

Result<OpenedCheckpointPtr> prepareForViewing(std::shared_ptr<const Checkpoint> checkpoint, const Work& work)
try {
    const std::shared_ptr<OpenedCheckpoint> opened(new OpenedCheckpoint, releaseInJob);
    opened->checkpoint = std::move(checkpoint);
    auto tree = NameTree::build(*opened->checkpoint, work);
    if (!tree)
        return fail(std::move(tree.error()));
    opened->tree = std::move(*tree);
    auto order = TreeOrder::sorted(*opened->checkpoint, opened->tree, {}, work);
    if (!order)
        return fail(std::move(order.error()));
    opened->severities = findSeverities(*opened->checkpoint, opened->tree);
    opened->order = std::make_shared<const TreeOrder>(std::move(*order));
    for (std::uint32_t file = 0; file < opened->checkpoint->files.size(); ++file) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        opened->regions.push_back(tileRegions(*opened->checkpoint, file));
    }
    return opened;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to show the checkpoint");
}

} // namespace loupe
