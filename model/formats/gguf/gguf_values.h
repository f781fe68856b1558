#pragma once

#include "core/metadata.h"
#include "core/text/json_writer.h"
#include "formats/shared/source_cursor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace loupe::gguf {

/// What the value of a key is.
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
/// Bytes of one value; 0 of strings and arrays, which say themselves.
std::uint64_t ggufTypeWidth(GgufValueType type);

/// A value and where it lies.
struct GgufValue {
    GgufValueType type = GgufValueType::UInt8; ///< of an array, that of its elements
    bool isArray = false;
    std::uint64_t count = 1;
    ByteRange range; ///< of what is behind the type and the number of elements; of a string, behind its length
};

/// Reads the value that begins where the cursor stands: numbers and truth values as JSON, NaN and infinities as the
/// strings "NaN", "Infinity" and "-Infinity"; a string as itself, its length before it, with U+FFFD for what is not
/// UTF-8. False where it is not all there.
bool readGgufText(SourceCursor& cursor, GgufValueType type, std::string& text);
/// Writes a value as JSON. False as above.
bool writeGgufValue(SourceCursor& cursor, GgufValueType type, JsonWriter& json);

/// The value for the metadata: small ones are read at once, others are left in the file, and only how they begin is
/// read. Where the cursor stands afterwards means nothing. Nothing where the file cannot be read any more.
std::optional<MetadataValue> takeGgufValue(const Source& source, SourceCursor& cursor, const GgufValue& value);

} // namespace loupe::gguf
