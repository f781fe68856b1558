#include "formats/gguf/gguf_values.h"

#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shared/json_number.h"
#include "formats/shared/out_of_memory.h"
#include "formats/shared/utf8_text.h"

#include <array>

namespace loupe::gguf {

namespace {

/// Values of up to this many bytes are read when the file is opened.
constexpr std::uint64_t mostAtOnce = 1024;
/// Reads this many bytes of a larger value to show its beginning.
constexpr std::uint64_t mostShown = 60;

struct TypeRow {
    std::string_view name;
    std::string_view arrayName;
    std::uint64_t width;
};

constexpr std::array<TypeRow, ggufValueTypeCount> decoders{{
    {"UINT8", "ARRAY of UINT8", 1},
    {"INT8", "ARRAY of INT8", 1},
    {"UINT16", "ARRAY of UINT16", 2},
    {"INT16", "ARRAY of INT16", 2},
    {"UINT32", "ARRAY of UINT32", 4},
    {"INT32", "ARRAY of INT32", 4},
    {"FLOAT32", "ARRAY of FLOAT32", 4},
    {"BOOL", "ARRAY of BOOL", 1},
    {"STRING", "ARRAY of STRING", 0},
    {"ARRAY", "ARRAY of ARRAY", 0},
    {"UINT64", "ARRAY of UINT64", 8},
    {"INT64", "ARRAY of INT64", 8},
    {"FLOAT64", "ARRAY of FLOAT64", 8},
}};

const TypeRow& row(GgufValueType type)
{
    return decoders[static_cast<std::size_t>(type)];
}

template <typename Number>
bool readNumber(SourceCursor& cursor, std::string& text)
{
    const auto number = cursor.number<Number>();
    if (number)
        text = jsonNumber(*number);
    return number.has_value();
}

/// A number or boolean as JSON.
bool readWord(SourceCursor& cursor, GgufValueType type, std::string& text)
{
    switch (type) {
    case GgufValueType::UInt8:
        return readNumber<std::uint8_t>(cursor, text);
    case GgufValueType::Int8:
        return readNumber<std::int8_t>(cursor, text);
    case GgufValueType::UInt16:
        return readNumber<std::uint16_t>(cursor, text);
    case GgufValueType::Int16:
        return readNumber<std::int16_t>(cursor, text);
    case GgufValueType::UInt32:
        return readNumber<std::uint32_t>(cursor, text);
    case GgufValueType::Int32:
        return readNumber<std::int32_t>(cursor, text);
    case GgufValueType::Float32:
        return readNumber<float>(cursor, text);
    case GgufValueType::UInt64:
        return readNumber<std::uint64_t>(cursor, text);
    case GgufValueType::Int64:
        return readNumber<std::int64_t>(cursor, text);
    case GgufValueType::Float64:
        return readNumber<double>(cursor, text);
    case GgufValueType::Bool:
        if (const auto byte = cursor.number<std::uint8_t>()) {
            text = *byte != 0 ? "true" : "false";
            return true;
        }
        return false;
    case GgufValueType::String:
    case GgufValueType::Array:
        break;
    }
    return false;
}

bool readString(SourceCursor& cursor, std::string& text)
{
    const auto size = cursor.number<std::uint64_t>();
    return size && cursor.text(*size, text);
}

/// Writes elements as a JSON array. If some are missing, ends the array with null and returns false.
bool writeArray(SourceCursor& cursor, GgufValueType type, std::uint64_t count, JsonWriter& json)
{
    json.beginArray();
    bool isWhole = true;
    for (std::uint64_t i = 0; i < count && isWhole; ++i)
        isWhole = writeGgufValue(cursor, type, json);
    if (!isWhole)
        json.value(nullptr);
    json.endArray();
    return isWhole;
}

/// The elements as the text of a JSON array; nothing if some are missing.
std::optional<std::string> arrayText(SourceCursor& cursor, GgufValueType type, std::uint64_t count)
{
    bool isWhole = false;
    std::string text = jsonText([&](JsonWriter& json) { isWhole = writeArray(cursor, type, count, json); });
    return isWhole ? std::optional(std::move(text)) : std::nullopt;
}

class StoredGgufValue : public StoredMetadata {
public:
    StoredGgufValue(std::shared_ptr<const Source> source, const GgufValue& value)
        : StoredMetadata(std::move(source), value.range, value.isArray ? std::optional(value.count) : std::nullopt)
        , m_type(value.type)
    {
    }

    Result<std::string> elements(std::uint64_t first, std::uint64_t count) const override
    {
        return orOutOfMemory(source(), [&]() -> Result<std::string> {
            SourceCursor cursor(source(), range());
            if (!skip(cursor, first))
                return failed(cursor);
            auto text = arrayText(cursor, m_type, count);
            if (!text)
                return failed(cursor);
            return std::move(*text);
        });
    }

    Result<std::string> text() const override
    {
        if (count())
            return elements(0, *count());
        return orOutOfMemory(
            source(), [&] { return bytes().map([](const std::string& text) { return utf8Of(text); }); });
    }

    void write(JsonWriter& json) const override
    {
        if (count()) {
            SourceCursor cursor(source(), range());
            writeArray(cursor, m_type, *count(), json);
        } else if (const auto text = bytes()) {
            json.value(std::string_view(*text));
        } else {
            json.value(nullptr);
        }
    }

private:
    /// The bytes of a text.
    Result<std::string> bytes() const
    {
        return orOutOfMemory(source(), [&]() -> Result<std::string> {
            SourceCursor cursor(source(), range());
            std::string text;
            if (!cursor.text(range().size(), text))
                return failed(cursor);
            return text;
        });
    }

    bool skip(SourceCursor& cursor, std::uint64_t elements) const
    {
        if (const std::uint64_t width = ggufTypeWidth(m_type); width > 0)
            return cursor.skip(elements * width); // fits, since the whole range fits
        for (std::uint64_t i = 0; i < elements; ++i) {
            const auto size = cursor.number<std::uint64_t>();
            if (!size || !cursor.skip(*size))
                return false;
        }
        return true;
    }

    tl::unexpected<Error> failed(const SourceCursor& cursor) const
    {
        if (cursor.error())
            return fail(*cursor.error());
        return fail(ErrorCode::Changed, "the value is not what it was when the file was opened",
            source().path().string(), range().begin);
    }

    GgufValueType m_type;
};

/// The first elements of a larger array, as `["<s>","</s>", … 31,998 more]`.
std::string arrayBegin(SourceCursor& cursor, const GgufValue& value)
{
    std::string text = "[";
    std::uint64_t shown = 0;
    for (; shown < value.count && text.size() < mostShown; ++shown) {
        std::string word;
        if (value.type == GgufValueType::String) {
            const auto size = cursor.number<std::uint64_t>();
            if (!size || *size > mostShown || !cursor.text(*size, word))
                break;
            word = jsonText([&](JsonWriter& json) { json.value(std::string_view(word)); });
        } else if (!readWord(cursor, value.type, word)) {
            break;
        }
        text += word + ", ";
    }
    return text
        + (shown == 0 ? formatCount(value.count) + " values]" : "… " + formatCount(value.count - shown) + " more]");
}

std::string textBegin(SourceCursor& cursor, const GgufValue& value)
{
    std::string text;
    if (!cursor.text(mostShown, text))
        return {};
    text.resize(validUtf8Prefix(text));
    return text + "… (" + counted(value.range.size(), "byte") + ')';
}

} // namespace

std::string_view ggufTypeName(GgufValueType type)
{
    return row(type).name;
}

std::string_view ggufArrayTypeName(GgufValueType element)
{
    return row(element).arrayName;
}

std::uint64_t ggufTypeWidth(GgufValueType type)
{
    return row(type).width;
}

bool readGgufText(SourceCursor& cursor, GgufValueType type, std::string& text)
{
    if (type != GgufValueType::String)
        return readWord(cursor, type, text);
    if (!readString(cursor, text))
        return false;
    text = utf8Of(text);
    return true;
}

bool writeGgufValue(SourceCursor& cursor, GgufValueType type, JsonWriter& json)
{
    std::string text;
    if (type == GgufValueType::String) {
        if (!readString(cursor, text))
            return false;
        json.value(std::string_view(text));
    } else {
        if (!readWord(cursor, type, text))
            return false;
        json.raw(text);
    }
    return true;
}

std::optional<MetadataValue> takeGgufValue(const Source& source, SourceCursor& cursor, const GgufValue& value)
{
    using Kind = MetadataValue::Kind;
    const std::string_view type = value.isArray ? ggufArrayTypeName(value.type) : ggufTypeName(value.type);
    cursor.seek(value.range.begin);
    if (value.range.size() > mostAtOnce) {
        std::string begin = value.isArray ? arrayBegin(cursor, value) : textBegin(cursor, value);
        return MetadataValue(
            std::move(begin), std::make_shared<const StoredGgufValue>(source.shared_from_this(), value), type);
    }
    if (value.isArray) {
        auto text = arrayText(cursor, value.type, value.count);
        return text ? std::optional(MetadataValue(std::move(*text), Kind::Json, type)) : std::nullopt;
    }
    std::string text;
    if (value.type == GgufValueType::String) {
        if (!cursor.text(value.range.size(), text))
            return std::nullopt;
        return MetadataValue(utf8Of(text), Kind::Text, type);
    }
    if (!readWord(cursor, value.type, text))
        return std::nullopt;
    return MetadataValue(std::move(text), Kind::Json, type);
}

} // namespace loupe::gguf
