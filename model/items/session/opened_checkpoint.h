#pragma once

#include "core/checkpoint.h"
#include "core/incomplete_tensors.h"
#include "core/quantization.h"
#include "core/region.h"
#include "core/result.h"
#include "core/shared_tensors.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"
#include "core/work.h"
#include "items/session/shard_names.h"

#include <QMetaType>
#include <bitset>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

class Secret;

/// How quantized weights are shown: each as one tensor with the values that it stands for, or as the tensors that it is
/// stored in.
enum class QuantizedView : std::uint8_t { Weights, Stored };

/// A checkpoint with what every view needs at once. Immutable, shared by views and jobs.
struct OpenedCheckpoint {
    std::shared_ptr<const Checkpoint> checkpoint;
    NameTree tree;
    std::shared_ptr<const TreeOrder> order; ///< all tensors in natural order
    std::shared_ptr<const TreeOrder> compactOrder; ///< the same, compact
    std::vector<RegionList> regions; ///< by file
    std::bitset<dtypeCount> dtypes; ///< that are there, of tensors that are not quantized
    QuantizedTypes quantizedTypes; ///< that are there
    bool hasOneType = false; ///< nearly all bytes of the tensors are of one dtype or quantized type
    std::shared_ptr<const Checkpoint> codes; ///< as codesOf(); null if no tensor has codes
    std::uint64_t largestTensor = 0; ///< bytes
    std::uint64_t remoteBytes = 0; ///< that reading all values fetches over the network
    std::string_view longestDType; ///< also of parts, as the file spells it; lives as long as the checkpoint
    std::size_t longestShape = 0; ///< characters, "[4096, 11008]"
    std::vector<std::string> shardNames; ///< by file, as shardNames() has them; empty of a single file
    std::vector<SpreadTensor> spread; ///< as spreadTensors()
    /// By node, the worst finding about a tensor at or below it: a Severity, or noFinding; an error where a tensor is
    /// not whole. Empty if all are well.
    std::vector<std::int8_t> severities;
    std::vector<IncompleteTensor> incomplete; ///< as incompleteTensors()
    std::vector<SharedTensor> shared; ///< as sharedTensors()
    bool hasUnreadParts = false; ///< as unreadParts(): tensors are missing, or may be
    std::optional<QuantizedView> quantized; ///< nothing if it has no quantized weights
    bool hasCheckedTensors = false; ///< as checkedTensors(): reading the values may show that they are damaged

    static constexpr std::int8_t noFinding = -1;

    /// As far as is known without reading values.
    bool isDamaged() const { return !incomplete.empty() || hasUnreadParts; }
};

using OpenedCheckpointPtr = std::shared_ptr<const OpenedCheckpoint>;

/// `severities` of tensors by number, and of groups after them: makes each group's the worst at or below it.
void raiseSeverities(const NameTree& tree, std::vector<std::int8_t>& severities);

/// Opens `path` and derives the rest; for a job. The last reference may be dropped on any thread: memory and maps are
/// released on a job thread, since unmapping gigabytes takes longer than a frame.
/// `secret`: what opens encrypted values; null if there is none.
Result<OpenedCheckpointPtr> openForViewing(const std::filesystem::path& path, const Work& work,
    const Secret* secret = nullptr, QuantizedView view = QuantizedView::Weights);

/// The same for a checkpoint that is already there.
Result<OpenedCheckpointPtr> prepareForViewing(
    std::shared_ptr<const Checkpoint> checkpoint, const Work& work, QuantizedView view = QuantizedView::Weights);

} // namespace loupe

Q_DECLARE_METATYPE(loupe::Error)
