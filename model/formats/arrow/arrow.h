#pragma once

#include "formats/shared/format.h"

namespace loupe::arrow {

/// Apache Arrow's IPC, as file (Feather version 2) and as stream: .arrow, .feather, .arrows, .ipc. Columns of numbers
/// are tensors, put together from the pieces that the record batches hold; tensor messages are tensors, too.
extern const Format arrowFormat;

} // namespace loupe::arrow
