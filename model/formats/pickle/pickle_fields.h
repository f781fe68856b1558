#pragma once

#include "formats/shared/header_field_list.h"

#include <span>
#include <string_view>

namespace loupe::pickle {

/// Adds a field for each opcode of the pickle `stream`, which lies in the file from fields.position() on, up to STOP.
/// Skips the rest of a stream that is invalid. Returns the number of bytes covered. `apart`: sorted ranges of the
/// stream; an argument that ends with one of them is a field only up to the range's begin.
std::uint64_t addPickleFields(std::string_view stream, HeaderFieldList& fields, std::span<const ByteRange> apart = {});

} // namespace loupe::pickle
