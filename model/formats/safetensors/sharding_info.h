#pragma once

#include "formats/shared/format.h"

namespace loupe::safetensors {

/// Reads what the metadata says where torch.distributed.checkpoint wrote the file: that its tensors are pieces, and
/// where these begin. Call it when the tensors are in their final order. May throw std::bad_alloc.
void readShardingInfo(FileContent& content);

} // namespace loupe::safetensors
