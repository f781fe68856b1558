#pragma once

#include "formats/torch/torch_digests.h"

namespace loupe::torch {

/// The CRC-32 that an item's archive states for its tensor. Reads the archive again instead of keeping all digests:
/// there may be 100,000 items, and few are requested. Empty if the archive states none, or holds more than one tensor.
Result<StatedDigests> dcpItemDigests(const DigestedFile& file, const DigestedStretch& stretch);

} // namespace loupe::torch
