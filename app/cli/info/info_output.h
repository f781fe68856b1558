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

/// Remarks about the kept tensors that are not in the file's header.
struct TensorRemarks {
    std::vector<IncompleteTensor> incomplete;
    std::vector<SharedTensor> shared;

    bool empty() const { return incomplete.empty() && shared.empty(); }
};

/// The columns of the text output, for --columns.
std::vector<ListColumn> infoColumns();

/// The kept tensors, sorted and limited by `order`.
std::vector<std::uint32_t> listedTensors(const Checkpoint& checkpoint, const TensorSet& kept, const ListOrder& order);

/// The tensors that --families shows as one row.
struct TensorRole {
    std::string name; ///< a pattern if there are several blocks
    std::vector<std::uint32_t> tensors; ///< never empty
    NameTree::Sums sums;
    bool mixesDTypes = false;
    bool mixesShapes = false;
};

/// The roles of the kept tensors, sorted by name. Fails with Stopped or OutOfMemory.
Result<std::vector<TensorRole>> listRoles(const Checkpoint& checkpoint, const TensorSet& kept, const Work& work);

/// Prints the output of `info --json`. Fails with Stopped or OutOfMemory.
Result<> printInfoJson(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// Prints the text output of `info`. Fails with Stopped or OutOfMemory.
Result<> printInfoText(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// Prints the output of `info --diffable`, which depends only on the content, not on the file's name, order and
/// offsets. Fails with Stopped or OutOfMemory.
Result<> printInfoDiffable(
    const Checkpoint& checkpoint, const TensorSet& kept, const InfoOptions& options, const Session& session);

/// Prints the kept tensors as a tree, down to the level that the options ask for.
Result<> printTensorTree(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// Prints the roles of the kept tensors, one per line.
Result<> printRoles(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// Prints the kept tensors that the options select, one per line.
void printTensorList(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session);

/// The source that the quantization schemes are known from: "config.json".
std::string schemeEvidence(const QuantizedGroups& groups);

/// Sums over the kept tensors.
NameTree::Sums totals(const Checkpoint& checkpoint, const TensorSet& kept);
/// The total of missing bytes over all incomplete tensors.
std::uint64_t missingBytes(const TensorRemarks& remarks);

} // namespace loupe
