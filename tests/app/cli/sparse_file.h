#pragma once

#include "support/temporary_file.h"

#include <cstdint>
#include <string>

namespace loupe::test {

/// A safetensors file with one tensor of `bytes` bytes, most of which take no room on the disk.
std::string writeSparseFile(const TemporaryFolder& folder, std::uint64_t bytes);

} // namespace loupe::test
