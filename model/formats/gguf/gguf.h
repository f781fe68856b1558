#pragma once

#include "formats/shared/format.h"

namespace loupe::gguf {

/// GGUF versions 2 and 3, little-endian, as ggml writes and reads them.
extern const Format ggufFormat;

} // namespace loupe::gguf
