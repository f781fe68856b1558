#pragma once

#include "core/checkpoint.h"
#include "core/elements.h"
#include "core/finding.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// Checks the tensor against the checksum in its file if the format's reference reader does so when it loads a tensor.
/// Runs once per tensor of a checkpoint; reports no progress. Fails with Malformed if they differ, or as
/// checkStatedDigests() does.
Result<> checkWhole(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work = {});

/// Opens a tensor to read all of it: checkWhole(), then Elements::open(). To look at a few elements of a damaged
/// tensor, call Elements::open() alone.
Result<Elements> openWhole(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work = {});

/// The number of Spans into which a tensor can be split to read its values on several machines. It is 1 if the tensor
/// must be read as a whole: a checksum covers all of it, and nulls, codes and compressed data are read in their own
/// order. Depends only on the headers.
std::uint64_t separateSpans(const Checkpoint& checkpoint, std::uint32_t tensor);

/// The tensors that the reference reader verifies when it loads them, by a digest in the file or a checksum among the
/// stored bytes.
std::vector<std::uint32_t> checkedTensors(const Checkpoint& checkpoint);

/// Reads `tensors`, several at a time, and returns a finding for each one that the reference reader refuses to load.
/// Progress is in bytes of values. Fails with Stopped, or as Source does.
Result<Findings> findDamaged(
    const Checkpoint& checkpoint, const std::vector<std::uint32_t>& tensors, const Work& work = {});

} // namespace loupe
