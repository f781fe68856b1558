#include "items/session/opened_checkpoint.h"

#include "analysis/digests/whole_reading.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/name_hash.h"
#include "core/quantized_groups.h"
#include "core/run_both.h"
#include "formats/opening/unread_parts.h"
#include "formats/quantized/logical_checkpoint.h"
#include "items/jobs/release_in_job.h"
#include "saving/in_place/edit_recovery.h"

#include <algorithm>
#include <map>
#include <new>
#include <span>
#include <string_view>
#include <unordered_map>

namespace loupe {

namespace {

/// The worst severity of the findings about each tensor of a file, by tensor name.
using FileSeverities = NameMap<std::string_view, std::int8_t>;

Result<std::vector<std::int8_t>> findSeverities(const OpenedCheckpoint& opened, const Work& work)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    const NameTree& tree = opened.tree;
    // A finding about a weight's scales may be in another file than the weight.
    const auto fileOf = [&](std::uint32_t file) { return checkpoint.quantized ? Finding::noFile : file; };
    std::unordered_map<std::uint32_t, FileSeverities> byFile;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (!finding.aboutTensor || finding.severity == Severity::Note)
            continue;
        auto& worst =
            byFile[fileOf(finding.file)].try_emplace(finding.tensor, OpenedCheckpoint::noFinding).first->second;
        worst = std::max(worst, static_cast<std::int8_t>(finding.severity));
    }
    if (byFile.empty() && opened.incomplete.empty())
        return {};
    std::vector<std::int8_t> severities(tree.nodeCount(), OpenedCheckpoint::noFinding);
    for (const IncompleteTensor& tensor : opened.incomplete)
        severities[tensor.tensor] = static_cast<std::int8_t>(Severity::Error);
    for (std::uint32_t i = 0; i < tree.tensorCount(); ++i) {
        constexpr std::uint32_t stopInterval = 1 << 16;
        if (i % stopInterval == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const Tensor& tensor = checkpoint.tensors[i];
        if (const auto ofFile = byFile.find(fileOf(tensor.file)); ofFile != byFile.end()) {
            if (const auto worst = ofFile->second.find(tensor.name); worst != ofFile->second.end())
                severities[i] = std::max(severities[i], worst->second);
        }
    }
    raiseSeverities(tree, severities);
    return severities;
}

/// Builds the tree, the natural order, and the severities by node.
Result<> arrangeNames(OpenedCheckpoint& opened, const Work& work)
{
    auto tree = NameTree::build(*opened.checkpoint, work);
    if (!tree)
        return fail(std::move(tree.error()));
    opened.tree = std::move(*tree);
    auto order = TreeOrder::sorted(*opened.checkpoint, opened.tree, {}, work);
    if (!order)
        return fail(std::move(order.error()));
    opened.order = std::make_shared<const TreeOrder>(std::move(*order));
    auto compact = TreeOrder::formed(*opened.checkpoint, opened.tree, *opened.order, TreeForm::Compact, work);
    if (!compact)
        return fail(std::move(compact.error()));
    opened.compactOrder = std::make_shared<const TreeOrder>(std::move(*compact));
    opened.incomplete = incompleteTensors(*opened.checkpoint);
    opened.shared = sharedTensors(*opened.checkpoint);
    opened.hasUnreadParts = !unreadParts(*opened.checkpoint).empty();
    opened.hasCheckedTensors = !checkedTensors(*opened.checkpoint).empty();
    auto severities = findSeverities(opened, work);
    if (!severities)
        return fail(std::move(severities.error()));
    opened.severities = std::move(*severities);
    return {};
}

/// The length of "[4096, 11008]" in characters.
std::size_t shapeLength(std::span<const std::uint64_t> shape)
{
    std::size_t length = 2 + (shape.empty() ? 0 : 2 * (shape.size() - 1));
    for (std::uint64_t rest : shape) {
        do
            ++length;
        while ((rest /= 10) > 0);
    }
    return length;
}

/// The number of bytes for each type.
class TypeBytes {
public:
    void add(std::string_view type, std::uint64_t bytes)
    {
        // Consecutive tensors are mostly of the same type.
        if (!m_last || type.data() != m_lastType.data() || type.size() != m_lastType.size()) {
            m_last = &m_bytes[type];
            m_lastType = type;
            if (type.size() > m_longest.size())
                m_longest = type;
        }
        *m_last = saturatingAdd(*m_last, bytes);
        m_largest = std::max(m_largest, *m_last);
        m_all = saturatingAdd(m_all, bytes);
    }
    /// Tolerates small tensors, such as a counter of a few bytes.
    bool isNearlyOne() const
    {
        constexpr double nearlyAll = 0.99;
        return m_bytes.size() == 1 || double(m_largest) >= nearlyAll * double(m_all);
    }
    /// Empty if there is none.
    std::string_view longestName() const { return m_longest; }

private:
    NameMap<std::string_view, std::uint64_t> m_bytes;
    std::string_view m_longest;
    std::string_view m_lastType;
    std::uint64_t* m_last = nullptr; ///< the entry of m_lastType; stays valid because maps do not move their values
    std::uint64_t m_largest = 0;
    std::uint64_t m_all = 0;
};

/// Collects what does not depend on names. A single pass, as visiting a million tensors takes time.
void lookOver(OpenedCheckpoint& opened)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    TypeBytes types;
    bool hasQuantized = false;
    const bool hasRemote = std::ranges::any_of(
        checkpoint.files, [](const CheckpointFile& file) { return file.source && file.source->isRemote(); });
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        const Tensor& tensor = checkpoint.tensors[i];
        const std::uint64_t bytes = fileBytes(tensor);
        if (isQuantized(tensor))
            hasQuantized = true;
        else
            opened.dtypes.set(static_cast<std::size_t>(tensor.dtype));
        opened.largestTensor = std::max(opened.largestTensor, bytes);
        opened.longestShape = std::max(opened.longestShape, shapeLength(tensor.shape));
        types.add(checkpoint.dtypeName(i), bytes);
        if (hasRemote)
            opened.remoteBytes = saturatingAdd(opened.remoteBytes, remoteBytes(checkpoint, i));
    }
    opened.hasOneType = types.isNearlyOne();
    opened.longestDType = types.longestName();
    if (const auto& quantized = checkpoint.quantized) {
        for (std::uint32_t part = 0; part < quantized->stored->tensors.size(); ++part) {
            const std::string_view dtype = quantized->stored->dtypeName(part);
            if (dtype.size() > opened.longestDType.size())
                opened.longestDType = dtype;
        }
    }
    if (hasQuantized) {
        opened.quantizedTypes = QuantizedTypes(checkpoint);
        opened.codes = codesOf(checkpoint);
    }
}

/// Computes regions, and what does not depend on names.
Result<> tileFiles(OpenedCheckpoint& opened, const Work& work)
{
    for (std::uint32_t file = 0; file < opened.checkpoint->files.size(); ++file) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        opened.regions.emplace_back(tileRegions(*opened.checkpoint, file));
    }
    opened.shardNames = shardNames(opened.checkpoint->files);
    opened.spread = spreadTensors(*opened.checkpoint);
    lookOver(opened);
    return {};
}

} // namespace

void raiseSeverities(const NameTree& tree, std::vector<std::int8_t>& severities)
{
    const auto raise = [&](NameTree::NodeId node) {
        std::int8_t& above = severities[tree.parent(node)];
        above = std::max(above, severities[node]);
    };
    for (NameTree::NodeId tensor = 0; tensor < tree.tensorCount(); ++tensor)
        raise(tensor);
    // The number of a group is greater than its parent's.
    for (NameTree::NodeId group = tree.nodeCount() - 1; group > tree.root(); --group)
        raise(group);
}

Result<OpenedCheckpointPtr> openForViewing(
    const std::filesystem::path& path, const Work& work, const Secret* secret, QuantizedView view)
{
    auto checkpoint = openRecovered(path, work, secret).and_then([&](std::shared_ptr<const Checkpoint> stored) {
        return quantized::logicalOf(std::move(stored), work);
    });
    if (!checkpoint)
        return fail(std::move(checkpoint.error()));
    return prepareForViewing(std::move(*checkpoint), work, view);
}

Result<OpenedCheckpointPtr> prepareForViewing(
    std::shared_ptr<const Checkpoint> checkpoint, const Work& work, QuantizedView view)
try {
    const std::shared_ptr<OpenedCheckpoint> opened(new OpenedCheckpoint, releaseInJob<OpenedCheckpoint>);
    if (checkpoint->quantized && !checkpoint->quantized->list.empty())
        opened->quantized = view;
    const bool isStored = opened->quantized == QuantizedView::Stored;
    opened->checkpoint = isStored ? checkpoint->quantized->stored : std::move(checkpoint);
    Result<> arranged;
    Result<> tiled;
    runBoth(
        opened->checkpoint->tensors.size(), [&] { arranged = arrangeNames(*opened, work); },
        [&] { tiled = tileFiles(*opened, work); });
    if (!arranged)
        return fail(std::move(arranged.error()));
    if (!tiled)
        return fail(std::move(tiled.error()));
    return opened;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to show the checkpoint");
}

} // namespace loupe
