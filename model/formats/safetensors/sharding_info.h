#pragma once

#include "formats/shared/format.h"

namespace loupe::safetensors {

/// Reads the metadata that torch.distributed.checkpoint writes: that the file's tensors are pieces, and where these
/// begin. Call this when the tensors are in their final order. May throw std::bad_alloc.
void readShardingInfo(FileContent& content);

} // namespace loupe::safetensors
