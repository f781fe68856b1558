#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/shared/json_value.h"

#include <optional>
#include <string>

namespace loupe::zarr {

/// One element with the value of a "fill_value", in the byte order of the type. The value is a number, a boolean,
/// "NaN", "Infinity", "-Infinity", "0x…" for the bytes of a number, or a list of two numbers for a complex number.
/// Rounds floats to the nearest. Returns nothing if the type cannot hold the value. The values of the type must be
/// readable.
std::optional<std::string> fillBytes(const JsonValue& value, const numpy::NpyType& type);

} // namespace loupe::zarr
