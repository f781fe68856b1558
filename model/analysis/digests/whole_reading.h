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

/// Compares the tensor with the checksum in its file where the format's reference reader does so when it hands over a
/// tensor. Computed once for each tensor of a checkpoint; reports no progress. Fails with Malformed if they differ,
/// or as checkStatedDigests().
Result<> checkWhole(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work = {});

/// Elements for reading all of a tensor: checkWhole(), then Elements::open(). To look at a few elements of a damaged
/// tensor, Elements::open() is enough.
Result<Elements> openWhole(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work = {});

/// Into how many Spans a tensor can be divided whose values are read on several machines: 1 where it is read as a
/// whole, as a checksum is of all, and nulls, codes and what is compressed are read in an order of their own. Follows
/// from the headers alone.
std::uint64_t separateSpans(const Checkpoint& checkpoint, std::uint32_t tensor);

/// The tensors that the reference reader checks when it hands them over: a digest in the file, or a checksum among the
/// stored bytes.
std::vector<std::uint32_t> checkedTensors(const Checkpoint& checkpoint);

/// Reads `tensors`, several at a time, and gives a finding for each one that the reference reader refuses to hand over.
/// Progress in bytes of values. Fails with Stopped, or as Source does.
Result<Findings> findDamaged(
    const Checkpoint& checkpoint, const std::vector<std::uint32_t>& tensors, const Work& work = {});

} // namespace loupe
