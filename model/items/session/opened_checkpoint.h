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

/// How quantized weights are shown: each as one tensor with decoded values, or as the tensors that it is stored in.
enum class QuantizedView : std::uint8_t { Weights, Stored };

/// A checkpoint with the data that every view needs immediately. Immutable; shared by views and jobs.
struct OpenedCheckpoint {
    std::shared_ptr<const Checkpoint> checkpoint;
    NameTree tree;
    std::shared_ptr<const TreeOrder> order; ///< all tensors in natural order
    std::shared_ptr<const TreeOrder> compactOrder; ///< the same in compact form
    std::vector<RegionList> regions; ///< indexed by file
    std::bitset<dtypeCount> dtypes; ///< those that occur in tensors that are not quantized
    QuantizedTypes quantizedTypes; ///< those that occur
    bool hasOneType = false; ///< nearly all bytes of tensors have the same dtype or quantized type
    std::shared_ptr<const Checkpoint> codes; ///< as codesOf(); null if no tensor has codes
    std::uint64_t largestTensor = 0; ///< bytes
    std::uint64_t remoteBytes = 0; ///< how many bytes are fetched over the network to read all values
    std::string_view longestDType; ///< as the file spells it, including parts; valid as long as the checkpoint
    std::size_t longestShape = 0; ///< in characters, as "[4096, 11008]"
    std::vector<std::string> shardNames; ///< indexed by file, from shardNames(); empty for a single file
    std::vector<SpreadTensor> spread; ///< as spreadTensors()
    /// Indexed by node: the Severity of the worst finding about a tensor at or below it, or noFinding. Incomplete
    /// tensors count as errors. Empty if there are no problems.
    std::vector<std::int8_t> severities;
    std::vector<IncompleteTensor> incomplete; ///< as incompleteTensors()
    std::vector<SharedTensor> shared; ///< as sharedTensors()
    bool hasUnreadParts = false; ///< see unreadParts(): tensors are or may be missing
    std::optional<QuantizedView> quantized; ///< nullopt if there are no quantized weights
    bool hasCheckedTensors = false; ///< see checkedTensors(): reading the values may show that they are damaged

    static constexpr std::int8_t noFinding = -1;

    /// Judged without reading values.
    bool isDamaged() const { return !incomplete.empty() || hasUnreadParts; }
};

using OpenedCheckpointPtr = std::shared_ptr<const OpenedCheckpoint>;

/// `severities` starts with those of tensors, followed by those of groups. Sets each group to the worst severity at or
/// below it.
void raiseSeverities(const NameTree& tree, std::vector<std::int8_t>& severities);

/// Opens `path` and derives the other data; run it in a job. The last reference may be dropped on any thread: memory
/// and maps are released on a job thread, since unmapping gigabytes takes longer than a frame. `secret`: unlocks
/// encrypted values; may be null.
Result<OpenedCheckpointPtr> openForViewing(const std::filesystem::path& path, const Work& work,
    const Secret* secret = nullptr, QuantizedView view = QuantizedView::Weights);

/// As above, for a checkpoint that is already open.
Result<OpenedCheckpointPtr> prepareForViewing(
    std::shared_ptr<const Checkpoint> checkpoint, const Work& work, QuantizedView view = QuantizedView::Weights);

} // namespace loupe

Q_DECLARE_METATYPE(loupe::Error)
