#pragma once

#include "formats/shared/header_field_list.h"

#include <span>
#include <string_view>

namespace loupe::pickle {

/// Adds a field for each opcode of the pickle `stream`, which lies in the file from fields.position() on, up to STOP;
/// the rest of a stream that makes no sense is left out. How many bytes that were. Arguments that end with one of
/// `apart`, ranges of the stream in order, are no fields from its begin on.
std::uint64_t addPickleFields(std::string_view stream, HeaderFieldList& fields, std::span<const ByteRange> apart = {});

} // namespace loupe::pickle
