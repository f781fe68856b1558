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

/// A value of the metadata that stays in its file until somebody looks at it: a vocabulary, a long text. One subclass
/// per format that has such; immutable, used from many threads at once.
class StoredMetadata {
public:
    virtual ~StoredMetadata() = default;
    StoredMetadata(const StoredMetadata&) = delete;
    StoredMetadata& operator=(const StoredMetadata&) = delete;

    /// Where it lies in its file.
    ByteRange range() const { return m_range; }
    /// How many elements an array has; nothing of a text.
    std::optional<std::uint64_t> count() const { return m_count; }

    /// Elements [first, first + count) as a JSON array. Precondition: they are there.
    virtual Result<std::string> elements(std::uint64_t first, std::uint64_t count) const = 0;
    /// All of it: a text, or a JSON array. Fails as Source::visit() does, or with OutOfMemory.
    virtual Result<std::string> text() const = 0;
    /// Writes all of it as JSON, an array without holding it. Null stands for what cannot be read any more; in an array
    /// it is the last element then.
    virtual void write(JsonWriter& json) const = 0;

    /// Whether both have the same bytes in their files; false if they cannot be read.
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

/// The name of a number that stands for something.
struct NumberName {
    std::int64_t number;
    std::string_view name;
};
/// Static.
using NumberNames = std::span<const NumberName>;

/// What stands behind a key of the metadata: a text, or in formats that have types a number, a truth value, an array.
class MetadataValue {
public:
    /// How text() is to be taken.
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
    /// `shown` stands for the value where it is not read.
    MetadataValue(std::string shown, std::shared_ptr<const StoredMetadata> stored, std::string_view type)
        : m_text(std::move(shown))
        , m_type(type)
        , m_stored(std::move(stored))
        , m_kind(m_stored->count() ? Kind::Json : Kind::Text)
    {
    }

    Kind kind() const { return m_kind; }
    /// As the format calls it, "UINT32"; empty if the format has nothing but texts.
    std::string_view typeName() const { return m_type; }
    /// What the value, or each element of an array, may be if it stands for something: a file type, a kind of token.
    NumberNames names() const { return m_names; }
    void setNames(NumberNames names) { m_names = names; }
    /// What the value stands for; empty if it stands for itself.
    std::string_view meaning() const;

    /// Null if the value is at hand.
    const StoredMetadata* stored() const { return m_stored.get(); }

    /// The text; for what is left in its file, how it begins and how long it is.
    const std::string& shown() const { return m_text; }
    /// All of it, numbers and arrays as JSON. Reads what is left in its file, and fails as that does.
    Result<std::string> text() const;

    /// Values that stay in their files are compared by the bytes there. Types count if both formats have them. May read
    /// files: what cannot be read is equal to nothing.
    bool operator==(const MetadataValue& other) const;

private:
    std::string m_text;
    std::string_view m_type;
    NumberNames m_names;
    std::shared_ptr<const StoredMetadata> m_stored;
    Kind m_kind = Kind::Text;
};

/// The name of the number that is written there; empty if it has none.
std::string_view nameOf(std::string_view number, NumberNames names);

using Metadata = std::vector<std::pair<std::string, MetadataValue>>;

} // namespace loupe
