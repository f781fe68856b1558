#pragma once

#include "formats/shared/format.h"

namespace loupe::arrow {

/// Apache Arrow's IPC format, both as a file (Feather version 2) and as a stream: .arrow, .feather, .arrows, .ipc.
/// Numeric columns become tensors, each joined from its pieces in the record batches. So do tensor messages.
extern const Format arrowFormat;

} // namespace loupe::arrow
