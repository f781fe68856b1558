#pragma once

#include "formats/gguf/gguf_parser.h"

namespace loupe::gguf {

/// Adds the tensors that GgufParser listed to the content, with dtypes and storages, in the order of their bytes. Their
/// byte ranges count from the start of the file. Also sets the data section and its padding, and adds a finding for
/// missing data.
void addGgufTensors(GgufHeader header, std::uint64_t fileSize, FileContent& content);

} // namespace loupe::gguf
