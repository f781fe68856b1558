#pragma once

#include "support/temporary_file.h"

#include <filesystem>

namespace loupe::test {

/// Writes "COUNT.safetensors" into the folder: `count` F32 tensors of 8 x 8, named as in models, data sparse. A million
/// of them stay below the reference readers' 100,000,000 bytes of header.
std::filesystem::path makeSafetensors(const TemporaryFolder& folder, unsigned count);

/// The same tensors as "COUNT.bt".
std::filesystem::path makeBintensors(const TemporaryFolder& folder, unsigned count);

} // namespace loupe::test
