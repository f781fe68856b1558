#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/shared/json_value.h"

#include <optional>
#include <string>

namespace loupe::zarr {

/// One element of the type, in its byte order, that has the value which a "fill_value" gives: a number, a truth value,
/// "NaN", "Infinity", "-Infinity", "0x…" for the bytes of a number, or a list of two for a complex number. Floats are
/// rounded to the nearest. Nothing if the type cannot hold the value. The type is one whose values can be read.
std::optional<std::string> fillBytes(const JsonValue& value, const numpy::NpyType& type);

} // namespace loupe::zarr
