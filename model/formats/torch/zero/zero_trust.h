#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe::torch {

/// The trust in names that the files of a DeepSpeed checkpoint import. DeepSpeed itself imports any name from them.
/// getattr is harmless only in the use that distrustZeroMisuse() describes.
pickle::PickleTrust zeroTrust(std::string_view module, std::string_view name);

/// Marks the import of getattr as misused if it does anything other than take a member of ZeroStageEnum.
void distrustZeroMisuse(pickle::PickleReading& reading);

/// The number of a member of ZeroStageEnum.
std::optional<std::uint64_t> zeroStageNamed(std::string_view member);

} // namespace loupe::torch
