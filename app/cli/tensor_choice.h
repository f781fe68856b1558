#pragma once

#include "analysis/filter/tensor_set.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The tensors that match the filter. Reads values only if the filter asks for them, and only of tensors that match its
/// other words. Fails if such a tensor cannot be read, or with Stopped or OutOfMemory.
Result<TensorSet> filterTensors(
    const std::shared_ptr<const Checkpoint>& checkpoint, const Filter& filter, const Session& session);
/// As above, for the filter of --filter.
Result<TensorSet> filterTensors(const std::shared_ptr<const Checkpoint>& checkpoint, const Session& session);

/// The tensors with this full name; else those whose full names match it as a glob; else those that match it as a
/// filter. Fails with InvalidArgument if it is not a filter, or like filterTensors().
Result<TensorSet> selectTensors(
    const std::shared_ptr<const Checkpoint>& checkpoint, const std::string& text, const Session& session);

/// "no tensor matches the filter", and the reason if known.
std::string noMatchText(const Checkpoint& checkpoint, const Filter& filter);

struct FilteredCheckpoint {
    std::shared_ptr<const Checkpoint> checkpoint;
    TensorSet kept; ///< tensors that match --filter
};

/// Opens `path`, then calls filterTensors(). Fails like either.
Result<FilteredCheckpoint> openFiltered(const std::string& path, const Session& session);
/// As above, with findings about the scales of quantized weights; see withScaleFindings().
Result<FilteredCheckpoint> openInspected(const std::string& path, const Session& session);

/// The kept tensors with these names, in that order, without duplicates; all kept tensors if `names` is empty. A name
/// is matched exactly, or as a glob if no tensor has that name. Fails with InvalidArgument if a name matches no tensor
/// of the checkpoint, and with NotFound if an index maps it to a shard that does not contain it.
Result<std::vector<std::uint32_t>> chooseTensors(
    const Checkpoint& checkpoint, const TensorSet& kept, std::span<const std::string> names);

} // namespace loupe
