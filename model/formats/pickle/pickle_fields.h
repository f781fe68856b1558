#pragma once

#include "formats/shared/header_field_list.h"

#include <span>
#include <string_view>

namespace loupe::pickle {

/// Adds a field for each opcode of the pickle in `stream`, up to STOP. The stream begins in the file at
/// fields.position(). Skips the rest of an invalid stream. Returns the number of bytes covered. `apart` holds sorted
/// ranges of the stream. If an argument ends with one of them, its field ends where that range begins.
std::uint64_t addPickleFields(std::string_view stream, HeaderFieldList& fields, std::span<const ByteRange> apart = {});

} // namespace loupe::pickle
