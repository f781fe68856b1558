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

/// The tensors that the filter keeps. Looks at values where the filter asks about them, and then only of tensors that
/// its other words keep; fails where such a tensor cannot be read. Else Stopped or OutOfMemory on failure.
Result<TensorSet> filterTensors(
    const std::shared_ptr<const Checkpoint>& checkpoint, const Filter& filter, const Session& session);
/// By --filter.
Result<TensorSet> filterTensors(const std::shared_ptr<const Checkpoint>& checkpoint, const Session& session);

/// The tensors that have this whole name, or else whose whole names it matches as a glob; where there are none, those
/// that it keeps as a filter. Fails with InvalidArgument if it is none, or as filterTensors() does.
Result<TensorSet> selectTensors(
    const std::shared_ptr<const Checkpoint>& checkpoint, const std::string& text, const Session& session);

/// "no tensor matches the filter", and why where that is known.
std::string noMatchText(const Checkpoint& checkpoint, const Filter& filter);

struct FilteredCheckpoint {
    std::shared_ptr<const Checkpoint> checkpoint;
    TensorSet kept; ///< by --filter
};

/// Opens `path`, then filters as filterTensors() does. Fails as either.
Result<FilteredCheckpoint> openFiltered(const std::string& path, const Session& session);
/// The same, with findings about the scales of quantized weights (withScaleFindings()).
Result<FilteredCheckpoint> openInspected(const std::string& path, const Session& session);

/// The kept tensors with these names, in the order of the names, each once; all kept ones where there are no names. A
/// name is meant exactly; one that no tensor has is a glob. Fails with InvalidArgument if a name matches no tensor
/// of the checkpoint, with NotFound where an index puts it into a shard that does not give it.
Result<std::vector<std::uint32_t>> chooseTensors(
    const Checkpoint& checkpoint, const TensorSet& kept, std::span<const std::string> names);

} // namespace loupe
