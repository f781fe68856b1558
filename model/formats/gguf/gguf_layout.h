#pragma once

#include "formats/gguf/gguf_parser.h"

namespace loupe::gguf {

/// Turns what GgufParser listed into the content's tensors: their dtypes and storages, their bytes counted from the
/// file's begin, in the order of these; the data section and the padding in it; and a finding for what is missing.
void addGgufTensors(GgufHeader header, std::uint64_t fileSize, FileContent& content);

} // namespace loupe::gguf
