#pragma once

#include "core/byte_range.h"
#include "core/result.h"
#include "core/source.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// A metadata value that stays in its file until it is needed, such as a vocabulary or a long text. Each format with
/// such values has a subclass. Immutable; may be used from many threads at once.
class StoredMetadata {
public:
    virtual ~StoredMetadata() = default;
    StoredMetadata(const StoredMetadata&) = delete;
    StoredMetadata& operator=(const StoredMetadata&) = delete;

    /// The bytes of the value in its file.
    ByteRange range() const { return m_range; }
    /// The number of elements of an array; nothing for a text.
    std::optional<std::uint64_t> count() const { return m_count; }

    /// Elements [first, first + count) as a JSON array. Precondition: the array has these elements.
    virtual Result<std::string> elements(std::uint64_t first, std::uint64_t count) const = 0;
    /// The whole value: a text, or a JSON array. Fails as Source::visit() does, or with OutOfMemory.
    virtual Result<std::string> text() const = 0;
    /// Writes the whole value as JSON; streams arrays. Writes null for data that can no longer be read, as the last
    /// element of an array.
    virtual void write(JsonWriter& json) const = 0;

    /// True if both values have the same bytes in their files; false if these cannot be read.
    bool hasBytesOf(const StoredMetadata& other) const;

protected:
    StoredMetadata(std::shared_ptr<const Source> source, ByteRange range, std::optional<std::uint64_t> count)
        : m_source(std::move(source))
        , m_range(range)
        , m_count(count)
    {
    }
    const Source& source() const { return *m_source; }

private:
    std::shared_ptr<const Source> m_source;
    ByteRange m_range;
    std::optional<std::uint64_t> m_count;
};

/// The name of one value of an enumeration.
struct NumberName {
    std::int64_t number;
    std::string_view name;
};
/// Static data.
using NumberNames = std::span<const NumberName>;

/// The value of a metadata key: a text or, in formats with types, also a number, boolean or array.
class MetadataValue {
public:
    /// The syntax of text().
    enum class Kind : std::uint8_t { Text, Json };

    MetadataValue() = default;
    MetadataValue(std::string text)
        : m_text(std::move(text))
    {
    }
    MetadataValue(std::string_view text)
        : m_text(text)
    {
    }
    MetadataValue(const char* text)
        : m_text(text)
    {
    }
    /// `type` is static text.
    MetadataValue(std::string text, Kind kind, std::string_view type)
        : m_text(std::move(text))
        , m_type(type)
        , m_kind(kind)
    {
    }
    /// `shown` is displayed in place of a value that is not read.
    MetadataValue(std::string shown, std::shared_ptr<const StoredMetadata> stored, std::string_view type)
        : m_text(std::move(shown))
        , m_type(type)
        , m_stored(std::move(stored))
        , m_kind(m_stored->count() ? Kind::Json : Kind::Text)
    {
    }

    Kind kind() const { return m_kind; }
    /// The format's name for the type, such as "UINT32"; empty if the format has only texts.
    std::string_view typeName() const { return m_type; }
    /// If the value, or each element of an array, is an enumeration such as a file type or a token kind: the names of
    /// its values.
    NumberNames names() const { return m_names; }
    void setNames(NumberNames names) { m_names = names; }
    /// The name of an enumeration value; empty for other values.
    std::string_view meaning() const;

    /// Null if the value is in memory.
    const StoredMetadata* stored() const { return m_stored.get(); }

    /// The text. For a value that stays in its file, its beginning and length.
    const std::string& shown() const { return m_text; }
    /// The whole value, with numbers and arrays as JSON. Reads a value that stays in its file, and fails if that read
    /// fails.
    Result<std::string> text() const;

    /// Compares values that stay in their files by the bytes there, so this may read files. Types are compared only if
    /// both formats have them. A value that cannot be read equals nothing.
    bool operator==(const MetadataValue& other) const;

private:
    std::string m_text;
    std::string_view m_type;
    NumberNames m_names;
    std::shared_ptr<const StoredMetadata> m_stored;
    Kind m_kind = Kind::Text;
};

/// The name of the number with this text; empty if it has none.
std::string_view nameOf(std::string_view number, NumberNames names);

using Metadata = std::vector<std::pair<std::string, MetadataValue>>;

} // namespace loupe
