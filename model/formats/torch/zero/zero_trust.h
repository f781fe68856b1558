#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe::torch {

/// Which names the files of a DeepSpeed checkpoint may import. DeepSpeed itself imports every name here, whatever it
/// is. getattr is harmless only as distrustZeroMisuse() says.
pickle::PickleTrust zeroTrust(std::string_view module, std::string_view name);

/// Marks the import of getattr that is used in any other way than to take a member of ZeroStageEnum.
void distrustZeroMisuse(pickle::PickleReading& reading);

/// The number of a member of ZeroStageEnum.
std::optional<std::uint64_t> zeroStageNamed(std::string_view member);

} // namespace loupe::torch
