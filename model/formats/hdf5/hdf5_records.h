#pragma once

#include "core/dtype.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::hdf5 {

// Messages from the process that uses the library to the process that shows the file. Each is a record with a kind and
// fields. Offsets count from the first byte of the HDF5 stream, including its user block. In an archive, the stream is
// a member.

inline constexpr std::uint64_t hdf5Nowhere = UINT64_MAX; ///< offset of a chunk that was never written
inline constexpr std::uint64_t hdf5Lost = UINT64_MAX - 1; ///< offset of a chunk that the library cannot find

enum class Hdf5RecordKind : std::uint8_t {
    Object, ///< path, address of the object that is read next
    Dataset,
    Chunks, ///< more chunks of the last dataset: offset, size and skipped filters of each
    Attribute,
    Skipped, ///< a dataset that is not a tensor
    Link, ///< path, kind, target of a link that is not followed
    Alias, ///< path, second path of a dataset
    Failure, ///< path, address, failed operation, the library's message
    Cut, ///< path, kind of items that were not all sent
    End,
};

enum class Hdf5Layout : std::uint8_t {
    Contiguous,
    Chunked,
    Held, ///< `bytes` are the elements
    Filled, ///< never written; `bytes` is the value of each element
};

struct Hdf5Type {
    DType dtype = DType::Opaque;
    std::string name; ///< for Opaque types
    std::uint64_t size = 0; ///< of an element, in bytes
    bool bigEndian = false;
};

struct Hdf5Filter {
    std::uint64_t id = 0;
    std::string name;
    std::vector<std::uint64_t> values;
};

struct Hdf5Dataset {
    std::string path; ///< without a leading slash
    std::uint64_t address = 0; ///< of its object header
    std::vector<std::uint64_t> shape;
    Hdf5Type type;
    Hdf5Layout layout = Hdf5Layout::Contiguous;
    std::uint64_t offset = 0; ///< for contiguous data
    std::uint64_t size = 0; ///< of the data in the file
    std::vector<std::uint64_t> chunkShape;
    std::vector<Hdf5Filter> filters; ///< in the order in which they were applied
    bool edgesUnfiltered = false;
    std::string bytes; ///< one element's fill value, or as `layout` says
};

struct Hdf5Attribute {
    std::string path; ///< of the object, empty for the root
    std::string name;
    std::string type; ///< "STRING", "F32"; for arrays, the element type
    std::string value;
    std::uint64_t isJson = 0; ///< 0 for a plain text
};

struct Hdf5Skipped {
    std::string path;
    std::uint64_t address = 0;
    std::string what; ///< "strings"
    std::uint64_t offset = hdf5Nowhere; ///< for contiguous data
    std::uint64_t size = 0;
};

struct Hdf5Text {
    std::string path;
    std::uint64_t address = 0;
    std::string what;
    std::string detail;
};

struct Hdf5Chunk {
    std::uint64_t offset = hdf5Nowhere;
    std::uint32_t size = 0;
    std::uint32_t skipped = 0; ///< bit i: filter i was not applied
};

class Hdf5RecordWriter {
public:
    explicit Hdf5RecordWriter(Hdf5RecordKind kind) { m_bytes.assign(sizeof(std::uint32_t), '\0') += char(kind); }

    void operator()(std::uint64_t number) { m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void operator()(const std::string& text)
    {
        (*this)(text.size());
        m_bytes += text;
    }
    void operator()(const std::vector<std::uint64_t>& numbers)
    {
        (*this)(numbers.size());
        m_bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint64_t));
    }
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void operator()(Enum value) { (*this)(std::uint64_t(value)); }
    void operator()(bool value) { (*this)(std::uint64_t{value}); }
    void operator()(const std::vector<Hdf5Filter>& filters)
    {
        (*this)(filters.size());
        for (const Hdf5Filter& filter : filters) {
            (*this)(filter.id);
            (*this)(filter.name);
            (*this)(filter.values);
        }
    }

    /// The finished record, preceded by its length.
    std::string_view take()
    {
        const auto size = static_cast<std::uint32_t>(m_bytes.size() - sizeof(std::uint32_t));
        std::memcpy(m_bytes.data(), &size, sizeof size);
        return m_bytes;
    }

private:
    std::string m_bytes;
};

/// Parses a record. Missing or invalid fields are empty or 0, and set failed().
class Hdf5RecordReader {
public:
    explicit Hdf5RecordReader(std::string_view bytes)
        : m_bytes(bytes)
    {
    }
    bool failed() const { return m_failed; }
    bool atEnd() const { return m_bytes.empty(); }

    void operator()(std::uint64_t& number) { take(&number, sizeof number); }
    void operator()(std::string& text)
    {
        const std::uint64_t size = count(1);
        text = m_bytes.substr(0, size);
        m_bytes.remove_prefix(size);
    }
    void operator()(std::vector<std::uint64_t>& numbers)
    {
        numbers.resize(count(sizeof(std::uint64_t)));
        if (!numbers.empty())
            take(numbers.data(), numbers.size() * sizeof(std::uint64_t));
    }
    void operator()(DType& dtype) { take(dtype, DType::Opaque); }
    void operator()(Hdf5Layout& layout) { take(layout, Hdf5Layout::Filled); }
    void operator()(bool& value)
    {
        std::uint64_t number = 0;
        (*this)(number);
        value = number != 0;
    }
    void operator()(std::vector<Hdf5Filter>& filters)
    {
        filters.resize(count(3 * sizeof(std::uint64_t)));
        for (Hdf5Filter& filter : filters) {
            (*this)(filter.id);
            (*this)(filter.name);
            (*this)(filter.values);
        }
    }

private:
    void take(void* target, std::size_t size)
    {
        m_failed = m_failed || m_bytes.size() < size;
        if (m_failed)
            return;
        std::memcpy(target, m_bytes.data(), size);
        m_bytes.remove_prefix(size);
    }
    template <typename Enum>
    void take(Enum& value, Enum last)
    {
        std::uint64_t number = 0;
        (*this)(number);
        m_failed = m_failed || number > std::uint64_t(last);
        value = m_failed ? last : Enum(number);
    }
    /// Reads the number of items, each of which takes at least `size` bytes.
    std::uint64_t count(std::uint64_t size)
    {
        std::uint64_t number = 0;
        (*this)(number);
        m_failed = m_failed || number > m_bytes.size() / size;
        return m_failed ? 0 : number;
    }

    std::string_view m_bytes;
    bool m_failed = false;
};

/// The fields of each record, for both writing and reading.
template <typename Archive, typename Dataset>
requires std::same_as<std::remove_const_t<Dataset>, Hdf5Dataset>
void fields(Archive& archive, Dataset& dataset)
{
    archive(dataset.path);
    archive(dataset.address);
    archive(dataset.shape);
    archive(dataset.type.dtype);
    archive(dataset.type.name);
    archive(dataset.type.size);
    archive(dataset.type.bigEndian);
    archive(dataset.layout);
    archive(dataset.offset);
    archive(dataset.size);
    archive(dataset.chunkShape);
    archive(dataset.filters);
    archive(dataset.edgesUnfiltered);
    archive(dataset.bytes);
}
template <typename Archive, typename Attribute>
requires std::same_as<std::remove_const_t<Attribute>, Hdf5Attribute>
void fields(Archive& archive, Attribute& attribute)
{
    archive(attribute.path);
    archive(attribute.name);
    archive(attribute.type);
    archive(attribute.value);
    archive(attribute.isJson);
}
template <typename Archive, typename Skipped>
requires std::same_as<std::remove_const_t<Skipped>, Hdf5Skipped>
void fields(Archive& archive, Skipped& skipped)
{
    archive(skipped.path);
    archive(skipped.address);
    archive(skipped.what);
    archive(skipped.offset);
    archive(skipped.size);
}
template <typename Archive, typename Text>
requires std::same_as<std::remove_const_t<Text>, Hdf5Text>
void fields(Archive& archive, Text& text)
{
    archive(text.path);
    archive(text.address);
    archive(text.what);
    archive(text.detail);
}

} // namespace loupe::hdf5
