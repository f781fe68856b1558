#include "formats/numpy/numpy_header.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/numpy/numpy_dictionary.h"

#include <algorithm>
#include <cstring>

namespace loupe::numpy {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t mostCharacters = 10'000;
constexpr std::size_t mostDimensions = 32; // before NumPy 2, which allows mostDescribed
constexpr std::size_t mostDescribed = 64;
constexpr std::string_view versions[] = {"1.0", "2.0", "3.0"};

/// Reads one array's header from front to back.
class Reader {
public:
    Reader(const NextBytes& next, std::uint64_t size, const NpyOptions& options)
        : m_next(next)
        , m_size(size)
        , m_options(options)
    {
    }

    Result<NpyArray> read()
    {
        m_array.data = {m_size, m_size};
        auto length = readLength();
        if (!length)
            return fail(std::move(length.error()));
        if (*length) {
            if (auto done = readText(**length); !done)
                return fail(std::move(done.error()));
        }
        return std::move(m_array);
    }

private:
    /// The length of the text. If it is invalid, returns nothing and adds a fault.
    Result<std::optional<std::uint64_t>> readLength()
    {
        auto start = take(magic.size() + 2);
        if (!start)
            return fail(std::move(start.error()));
        if (!start->starts_with(magic)) {
            fault("magic", "it has no .npy signature, expected the bytes 93 4E 55 4D 50 59", 0);
            return std::nullopt;
        }
        m_array.hasMagic = true;
        field(magic.size(), "magic", "NUMPY");
        if (start->size() < magic.size() + 2) {
            fault("header-too-small", "it ends before its version", magic.size());
            return std::nullopt;
        }
        const auto major = static_cast<unsigned char>((*start)[magic.size()]);
        const auto minor = static_cast<unsigned char>((*start)[magic.size() + 1]);
        field(magic.size() + 2, "version", std::to_string(major) + '.' + std::to_string(minor));
        if (major < 1 || major > std::size(versions) || minor != 0) {
            fault("version",
                "it has version " + std::to_string(major) + '.' + std::to_string(minor) + ", expected 1.0, 2.0 or 3.0",
                magic.size());
            return std::nullopt;
        }
        m_array.version = versions[major - 1];
        m_isUtf8 = major == 3;
        const std::size_t lengthSize = major == 1 ? 2 : 4;
        auto bytes = take(lengthSize);
        if (!bytes)
            return fail(std::move(bytes.error()));
        m_begin = magic.size() + 2 + lengthSize;
        if (bytes->size() < lengthSize) {
            fault("header-too-small", "it ends before the length of its header", magic.size() + 2);
            return std::nullopt;
        }
        std::uint64_t length = 0;
        std::memcpy(&length, bytes->data(), lengthSize);
        field(m_begin, "header length", std::to_string(length));
        return length;
    }

    Result<> readText(std::uint64_t claimed)
    {
        const std::uint64_t length = std::min(claimed, m_size - m_begin);
        m_array.header = m_array.headerContent = {m_begin, m_begin + length};
        m_array.data = {m_array.header.end, m_size};
        if (length < claimed) {
            endsInside(claimed, length);
            return {};
        }
        constexpr std::uint64_t longestCharacter = 4; // UTF-8 bytes
        if (length > mostCharacters * (m_isUtf8 ? longestCharacter : 1)) {
            tooLarge(counted(length, "byte"));
            return {};
        }
        auto text = take(length);
        if (!text)
            return fail(std::move(text.error()));
        if (text->size() < length)
            endsInside(claimed, text->size());
        else
            parse(*text);
        return {};
    }

    void parse(std::string_view text)
    {
        if (m_isUtf8 && validUtf8Prefix(text) != text.size())
            fault(
                "header-utf8", "its header is not valid UTF-8", m_begin + validUtf8Prefix(text), "UnicodeDecodeError");
        const bool continuesUtf8 = m_isUtf8;
        const auto characters = std::count_if(text.begin(), text.end(),
            [&](char c) { return !continuesUtf8 || (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; });
        if (characters > static_cast<std::ptrdiff_t>(mostCharacters)) {
            tooLarge(counted(static_cast<std::uint64_t>(characters), "character"));
            return;
        }
        NpyDictionary dictionary(m_isUtf8);
        const bool isDictionary = dictionary.parse(text);
        if (m_options.fields)
            addFields(text, dictionary, isDictionary);
        if (!isDictionary) {
            fault("header-invalid", "its header cannot be read here: " + std::string(dictionary.error()),
                m_begin + dictionary.position(), dictionary.isForeign() ? "" : "ValueError");
            return;
        }
        m_array.headerContent.end = m_begin + dictionary.position();
        const bool whole = checkKeys(dictionary);
        const bool typed = dictionary.hasDescr() && readType(dictionary);
        if (readShape(dictionary) && typed && whole) {
            m_array.described = true;
            placeData();
        }
    }

    bool checkKeys(const NpyDictionary& dictionary)
    {
        std::string missing;
        for (const auto& [there, key] : {std::pair(dictionary.hasDescr(), "descr"),
                 std::pair(dictionary.hasOrder(), "fortran_order"), std::pair(dictionary.hasShape(), "shape")}) {
            if (!there)
                missing += (missing.empty() ? "" : ", ") + std::string(key);
        }
        if (!missing.empty())
            fault("header-keys", "its header lacks " + missing, m_begin);
        if (dictionary.hasUnknownKey())
            fault("header-keys", "its header has keys besides descr, fortran_order and shape", m_begin);
        if (dictionary.hasOrder() && !dictionary.columnMajor())
            fault("header-invalid", "fortran_order is neither True nor False", m_begin);
        m_array.columnMajor = dictionary.columnMajor().value_or(false);
        return dictionary.hasOrder() && dictionary.columnMajor();
    }

    bool readType(const NpyDictionary& dictionary)
    {
        auto type = npyType(dictionary.descr());
        const std::string_view source = dictionary.descrSource().substr(0, longestTypeName);
        if (!type) {
            const bool isRefused = type.error() == NpyTypeProblem::Refused;
            fault(isRefused ? "dtype-invalid" : "dtype-unread",
                "its type is " + printable(source)
                    + (isRefused ? ", which NumPy does not know" : ", which is not supported"),
                m_begin, isRefused ? "ValueError" : "");
            return false;
        }
        m_array.type = std::move(*type);
        if (dictionary.descr().kind != NpyLiteral::Kind::Text)
            m_array.type.name = m_isUtf8 ? std::string(source.substr(0, validUtf8Prefix(source))) : "structured";
        if (m_array.type.isObject) {
            m_array.type.size.reset();
            fault("dtype-object", "its elements are Python objects, stored as a pickle, which is never run", m_begin);
        } else if (m_array.type.dtype == DType::Opaque) {
            m_array.faults.push_back({Severity::Warning, "dtype-unsupported",
                "its type is " + quote(m_array.type.name) + ", shown as bytes", {}, m_begin});
        }
        return true;
    }

    bool readShape(const NpyDictionary& dictionary)
    {
        if (!dictionary.hasShape())
            return false;
        if (!dictionary.shape()) {
            fault("shape-invalid", "its shape is not a tuple of integers", m_begin);
            return false;
        }
        if (dictionary.shape()->size() > mostDimensions) {
            fault("shape-rank",
                "it has " + formatCount(dictionary.shape()->size())
                    + " dimensions, NumPy before version 2 reads at most " + formatCount(mostDimensions),
                m_begin);
        }
        if (dictionary.shape()->size() > mostDescribed)
            return false;
        for (const NpyDictionary::Dimension& dimension : *dictionary.shape()) {
            if (dimension.tooLarge || dimension.size > INT64_MAX) {
                fault("shape-overflow", "a dimension of its shape does not fit in 64 bits", m_begin);
                return false;
            }
            if (dimension.negative) {
                if (m_inferred || !m_options.infersDimension) {
                    fault("shape-negative", "its shape has a negative dimension", m_begin);
                    return false;
                }
                m_inferred = m_array.shape.size();
            }
            m_array.shape.push_back(dimension.negative ? 1 : dimension.size);
        }
        return true;
    }

    /// Computes the claimed range of the data, and whether it exists.
    void placeData()
    {
        const std::uint64_t begin = m_array.header.end;
        const std::uint64_t available = m_size - begin;
        m_array.data = {begin, m_size};
        if (!m_array.type.size) // up to the end of the array
            return;
        const auto count = elementCount();
        const auto size = count ? checkedMultiply(*count, *m_array.type.size) : std::nullopt;
        if (!size || *size > INT64_MAX - begin) {
            fault("shape-overflow", "its shape makes it larger than any file", m_begin);
            return;
        }
        if (m_inferred) {
            infer(*size, available);
            return;
        }
        m_array.data.end = begin + *size;
        m_array.dataWhole = *size <= available;
        if (!m_array.dataWhole) {
            fault("data-missing",
                "its shape and type need " + counted(*size, "byte") + ", it has " + formatCount(available) + " of them",
                begin);
        } else if (*size < available) {
            m_array.faults.push_back({Severity::Warning, "data-trailing",
                counted(available - *size, "byte") + " after its values", {}, m_array.data.end});
        }
    }

    std::optional<std::uint64_t> elementCount() const
    {
        std::optional<std::uint64_t> count = 1;
        for (std::size_t i = 0; i < m_array.shape.size() && count; ++i)
            count = checkedMultiply(*count, m_array.shape[i]);
        return count;
    }

    /// Infers the negative dimension. `size` is the size that the array would have if that dimension were 1.
    void infer(std::uint64_t size, std::uint64_t available)
    {
        m_array.described = size > 0 && available / *m_array.type.size * *m_array.type.size % size == 0;
        if (!m_array.described) {
            fault("shape-negative", "its shape has a negative dimension, and the data fits no number for it", m_begin);
            return;
        }
        const std::uint64_t rows = available / size;
        m_array.shape[*m_inferred] = rows;
        m_array.data.end = m_array.data.begin + rows * size;
        m_array.dataWhole = true;
        m_array.faults.push_back({Severity::Warning, "shape-negative",
            "its shape has a negative dimension, read as the " + formatCount(rows) + " that the data has", {},
            m_begin});
    }

    /// The next bytes; fewer at the end of the array.
    Result<std::string> take(std::uint64_t count)
    {
        std::string bytes(count, '\0');
        auto got = m_next(std::as_writable_bytes(std::span(bytes)));
        if (!got)
            return fail(std::move(got.error()));
        bytes.resize(*got);
        return bytes;
    }

    void addFields(std::string_view text, const NpyDictionary& dictionary, bool isDictionary)
    {
        const auto spelled = [&](std::uint64_t begin, std::uint64_t end) {
            return printable(text.substr(begin - m_begin, end - begin));
        };
        const auto syntaxUntil = [&](std::uint64_t end) {
            if (end > m_position)
                field(end, "syntax", spelled(m_position, end));
        };
        for (const NpyDictionary::Token& token : dictionary.tokens()) {
            syntaxUntil(m_begin + token.begin);
            field(m_begin + token.end, token.label, spelled(m_begin + token.begin, m_begin + token.end));
        }
        if (isDictionary)
            syntaxUntil(m_begin + dictionary.position());
        if (m_begin + text.size() > m_position)
            field(m_begin + text.size(), isDictionary ? "padding" : "unread", {});
    }

    void field(std::uint64_t end, std::string_view label, std::string value)
    {
        if (m_options.fields)
            m_options.fields->push_back({{m_position, end}, label, std::move(value)});
        m_position = end;
    }

    void endsInside(std::uint64_t claimed, std::uint64_t there)
    {
        fault("header-past-end",
            "its header has " + formatCount(claimed) + " bytes, but only " + formatCount(there) + " follow",
            magic.size() + 2);
    }

    /// Reports a header that NumPy rejects because of its length. It is not read: a member of a few bytes may
    /// decompress to it, and the memory for a header must stay limited by what was read.
    void tooLarge(const std::string& size)
    {
        fault("header-too-large",
            "its header has " + size + " and was not read, NumPy reads at most " + counted(mostCharacters, "character"),
            magic.size() + 2);
    }

    void fault(
        std::string_view code, std::string message, std::uint64_t offset, std::string_view refusedAs = "ValueError")
    {
        m_array.faults.push_back({Severity::Error, code, std::move(message), refusedAs, offset});
    }

    const NextBytes& m_next;
    std::uint64_t m_size;
    const NpyOptions& m_options;
    NpyArray m_array;
    std::uint64_t m_begin = 0; ///< start of the text
    std::uint64_t m_position = 0; ///< end of the last field
    std::optional<std::size_t> m_inferred;
    bool m_isUtf8 = false;
};

} // namespace

Result<NpyArray> readNpyArray(const NextBytes& next, std::uint64_t size, const NpyOptions& options)
{
    return Reader(next, size, options).read();
}

} // namespace loupe::numpy
