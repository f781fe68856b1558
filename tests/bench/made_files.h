#pragma once

#include "support/temporary_file.h"

#include <filesystem>

namespace loupe::test {

/// Writes "COUNT.safetensors" into the folder: `count` F32 tensors of 8 x 8 with names as in models and sparse data.
/// The header of a million of them stays below the reference readers' limit of 100,000,000 bytes.
std::filesystem::path makeSafetensors(const TemporaryFolder& folder, unsigned count);

/// The same tensors as "COUNT.bt".
std::filesystem::path makeBintensors(const TemporaryFolder& folder, unsigned count);

} // namespace loupe::test
