#pragma once

#include "formats/shared/format.h"

namespace loupe::arrow {

/// Apache Arrow's IPC, as file (Feather version 2) and as stream: .arrow, .feather, .arrows, .ipc. Numeric columns are
/// tensors, joined from the pieces in the record batches. Tensor messages are tensors, too.
extern const Format arrowFormat;

} // namespace loupe::arrow
