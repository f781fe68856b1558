#pragma once

#include "core/name_hash.h"
#include "formats/gguf/gguf_types.h"
#include "formats/gguf/gguf_values.h"
#include "formats/shared/format.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/source_cursor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loupe::gguf {

/// The reference reader has only one error for every file that it rejects.
inline constexpr std::string_view ggufRefusal = "rejected";

/// A tensor as the list describes it. Its name and shape are in the content's arena.
struct GgufListed {
    std::string_view name;
    std::span<const std::uint64_t> shape; ///< row-major
    std::uint64_t offset = 0; ///< in bytes, from the start of the data
    std::optional<std::uint64_t> size; ///< in bytes; nothing, with a finding, if it is unknown
    std::uint32_t code = 0; ///< the type's number in the file
    bool isTooLarge = false; ///< the type is known, but the number of elements does not fit in 64 bits

    /// True if the tensor's values are known, if it has any.
    bool isKnown() const { return size || isTooLarge; }
};

/// The facts of the header that FileContent has no place for.
struct GgufHeader {
    std::uint32_t version = 0; ///< 0 if it cannot be read
    std::uint64_t alignment = 32; ///< of the data and of each tensor, in bytes
    std::uint64_t end = 0; ///< one past the last byte that was read
    std::uint64_t tensorCount = 0; ///< as the header claims
    bool isWhole = false; ///< true if all keys and tensors were read
    std::vector<GgufListed> tensors; ///< in the order of the list; names may repeat
};

/// Reads the header from front to back by the rules of ggml's reader. Reports each fault as a finding at its byte
/// offset. Sets everything in the content except tensors.
class GgufParser {
public:
    /// With `fields`, collects only the header fields and does not change `content`.
    GgufParser(const Source& source, const Work& work, FileContent& content, HeaderFieldList* fields = nullptr)
        : m_source(source)
        , m_work(work)
        , m_content(content)
        , m_fields(fields)
        , m_cursor(source, {0, source.size()})
    {
    }

    /// Fails with Stopped, or if the file cannot be read.
    Result<GgufHeader> parse();

private:
    // Each of these returns whether reading can continue.
    bool readStart();
    bool readVersion();
    bool readKeyValues(std::uint64_t count);
    bool readKeyValue();
    bool readValue(GgufValue& value);
    bool readElements(GgufValue& value);
    bool walkStrings(std::uint64_t count);
    bool readTensors(std::uint64_t count);
    bool readTensor(std::uint64_t number);
    bool readShape(std::uint64_t number, std::string_view name);
    void endNameAtNul();

    std::optional<std::uint64_t> readCount(std::string_view what, std::string_view code, std::uint64_t leastBytes);
    /// Reads the length and bytes of a name. Sets `name` to it as UTF-8. Two results are equal if the bytes are equal.
    /// For truncated names, they are equal if both the lengths and the kept parts are equal.
    bool readName(std::string_view what, std::string_view lengthLabel, std::string& name);
    void takeValue(const std::string& key, const GgufValue& value);
    void readAlignment(const GgufValue& value);
    void takeTensor(std::string_view name, std::uint32_t code, std::uint64_t offset);
    std::optional<std::uint64_t> sizeOf(std::string_view name, std::uint32_t code, const GgufTensorType* type);

    /// Reports a fault that the reference rejects.
    void refuse(std::string_view code, std::string message, std::uint64_t offset, std::string_view tensor = {});
    void add(Finding finding);
    /// Reports a count beyond our own limits, and returns false.
    bool tooMany(std::string_view code, std::uint64_t claimed, std::string_view what, std::uint64_t most);
    /// Reports that the file ends or cannot be read, and returns false.
    bool cut();
    bool stops() const { return m_work.stopped() || (m_fields && m_fields->done()); }

    /// Adds the bytes up to the current position as the next field.
    template <typename Value>
    void field(std::string_view label, Value&& value)
    {
        if (m_fields && m_cursor.position() > m_fields->position())
            m_fields->add(m_cursor.position(), label, value);
    }
    void numberField(std::string_view label, std::uint64_t number)
    {
        field(label, [&] { return std::to_string(number); });
    }
    void valueField(GgufValueType type, std::uint64_t begin);
    void textField(std::string_view label, std::uint64_t begin, std::uint64_t size);

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    HeaderFieldList* m_fields;
    SourceCursor m_cursor;
    GgufHeader m_header;
    ShapeStore m_shapes;
    std::string m_name;
    std::uint64_t m_nameBytes = 0; ///< length in the file of the last name that was read
    bool m_nameIsCut = false;
    bool m_hasAlignment = false; ///< true if a key set it, even to an invalid value
    std::vector<std::uint64_t> m_shape; ///< shape of the tensor being read, row-major
    bool m_hasShape = false; ///< false if a dimension is negative
    std::uint64_t m_infoBegin = 0; ///< start of the tensor being read
    std::unordered_set<std::string, NameHash, std::equal_to<>> m_keys;
    /// The offset in the data at which the next tensor should begin; nothing if unknown.
    std::optional<std::uint64_t> m_expected = 0;
};

} // namespace loupe::gguf
