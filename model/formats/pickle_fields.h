#pragma once

#include "formats/header_field_list.h"

#include <string_view>

namespace loupe {

/// Adds a field for each opcode of the pickle `stream`, which lies in the file from fields.position() on, up to STOP;
/// the rest of a stream that makes no sense is left out. How many bytes that were.
std::uint64_t addPickleFields(std::string_view stream, HeaderFieldList& fields);

} // namespace loupe
