#pragma once

#include "analysis/filter/tensor_set.h"
#include "app/cli/lists/list_columns.h"
#include "app/cli/options.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/incomplete_tensors.h"
#include "core/result.h"
#include "core/shared_tensors.h"
#include "core/tree/name_tree.h"

namespace loupe {

/// What there is to say about tensors besides what the file's header does, about the kept ones only.
struct TensorRemarks {
    std::vector<IncompleteTensor> incomplete;
    std::vector<SharedTensor> shared;

    bool empty() const { return incomplete.empty() && shared.empty(); }
};

/// The columns of the text, for --columns.
std::vector<ListColumn> infoColumns();

/// The kept tensors in the order and number that are asked for.
std::vector<std::uint32_t> listedTensors(const Checkpoint& checkpoint, const TensorSet& kept, const ListOrder& order);

/// Tensors that --families shows in one row.
struct TensorRole {
    std::string name; ///< a pattern where there are several blocks
    std::vector<std::uint32_t> tensors; ///< never empty
    NameTree::Sums sums;
    bool mixesDTypes = false;
    bool mixesShapes = false;
};

/// The roles of the kept tensors, in the order of their names. Stopped or OutOfMemory on failure.
Result<std::vector<TensorRole>> listRoles(const Checkpoint& checkpoint, const TensorSet& kept, const Work& work);

/// What `info` prints with --json. Stopped or OutOfMemory on failure.
Result<> printInfoJson(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// What `info` prints for people. Stopped or OutOfMemory on failure.
Result<> printInfoText(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// What `info` prints with --diffable: the same for the same content, whatever the file's name, order and offsets.
/// Stopped or OutOfMemory on failure.
Result<> printInfoDiffable(
    const Checkpoint& checkpoint, const TensorSet& kept, const InfoOptions& options, const Session& session);

/// The kept tensors as a tree, as many levels of it as the options ask for.
Result<> printTensorTree(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// The roles of the kept tensors, one to a line.
Result<> printRoles(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// Those of the kept tensors that the options list, one to a line.
void printTensorList(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// What the schemes of quantized weights are known by: "config.json".
std::string schemeEvidence(const QuantizedGroups& groups);

/// Sums over the kept tensors.
NameTree::Sums totals(const Checkpoint& checkpoint, const TensorSet& kept);
/// Sums over all tensors that are not whole.
std::uint64_t missingBytes(const TensorRemarks& remarks);

} // namespace loupe
