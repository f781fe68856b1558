#pragma once

#include "formats/torch/torch_digests.h"

namespace loupe::torch {

/// The CRC-32 that the archive of an item states of its tensor. The archive is read again: there may be 100,000 of
/// them, of which few are asked for. Empty if it states none, or holds more than one tensor.
Result<StatedDigests> dcpItemDigests(const DigestedFile& file, const DigestedStretch& stretch);

} // namespace loupe::torch
