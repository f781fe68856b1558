#pragma once

#include "core/metadata.h"
#include "core/text/json_writer.h"
#include "formats/shared/source_cursor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace loupe::gguf {

/// The type of a key's value.
enum class GgufValueType : std::uint32_t {
    UInt8,
    Int8,
    UInt16,
    Int16,
    UInt32,
    Int32,
    Float32,
    Bool,
    String,
    Array,
    UInt64,
    Int64,
    Float64,
};
inline constexpr std::uint32_t ggufValueTypeCount = 13;

/// "UINT32".
std::string_view ggufTypeName(GgufValueType type);
/// "ARRAY of UINT32".
std::string_view ggufArrayTypeName(GgufValueType element);
/// The size of one value in bytes; 0 for strings and arrays, which store their own lengths.
std::uint64_t ggufTypeWidth(GgufValueType type);

/// The position and type of a value.
struct GgufValue {
    GgufValueType type = GgufValueType::UInt8; ///< for an array, the type of its elements
    bool isArray = false;
    std::uint64_t count = 1;
    ByteRange range; ///< for an array, after the element type and count; for a string, after the length
};

/// Reads the value at the cursor: a number or boolean as JSON, with NaN and infinities as the strings "NaN", "Infinity"
/// and "-Infinity"; a string, after its length, as itself, with U+FFFD for invalid UTF-8. Returns false if it is
/// incomplete.
bool readGgufText(SourceCursor& cursor, GgufValueType type, std::string& text);
/// Writes a value as JSON. Returns false if it is incomplete.
bool writeGgufValue(SourceCursor& cursor, GgufValueType type, JsonWriter& json);

/// The metadata value. Reads small values at once. Larger ones stay in the file, and only their start is read. Leaves
/// the cursor at an unspecified position. Returns nothing if the file cannot be read.
std::optional<MetadataValue> takeGgufValue(const Source& source, SourceCursor& cursor, const GgufValue& value);

} // namespace loupe::gguf
