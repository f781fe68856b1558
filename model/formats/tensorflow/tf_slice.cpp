#include "formats/tensorflow/tf_slice.h"

#include <bit>
#include <cstdint>

namespace loupe::tensorflow {

namespace {

/// Reads the parts of a key in an encoding that sorts like the values.
class OrderedCode {
public:
    explicit OrderedCode(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    bool atEnd() const { return m_bytes.empty(); }

    /// Reads a length of at most 8, then a big-endian number of that many bytes.
    std::optional<std::uint64_t> number()
    {
        const auto size = byte();
        if (!size || *size > 8 || *size > m_bytes.size())
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < *size; ++i)
            value = value << 8 | *byte();
        return value;
    }

    /// Reads a big-endian number that is preceded by as many one bits as it has bytes, or zero bits if it is negative.
    /// Accepts at most 7 bytes: longer numbers are not positions in a tensor.
    std::optional<std::int64_t> signedNumber()
    {
        if (m_bytes.empty())
            return std::nullopt;
        const auto first = static_cast<std::uint8_t>(m_bytes.front());
        const bool isNegative = first < 0x80;
        const auto size =
            static_cast<unsigned>(std::countl_one(static_cast<std::uint8_t>(isNegative ? ~first : first)));
        if (size > 7 || size > m_bytes.size())
            return std::nullopt;
        std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
        for (unsigned i = 0; i < size; ++i)
            value = value << 8 | *byte();
        const std::uint64_t ones = ((std::uint64_t{1} << size) - 1) << (8 * size - size);
        return static_cast<std::int64_t>(value ^ ones);
    }

    /// Reads a text, in which 00 FF means 00, FF 00 means FF, and 00 01 is the end.
    std::optional<std::string> text()
    {
        std::string text;
        while (m_bytes.size() >= 2) {
            const char first = m_bytes[0];
            const char second = m_bytes[1];
            const bool isZero = first == '\0';
            const bool isOnes = first == '\xff';
            m_bytes.remove_prefix(isZero || isOnes ? 2 : 1);
            if (isZero && second == '\1')
                return text;
            if ((isZero && second != '\xff') || (isOnes && second != '\0'))
                return std::nullopt;
            text += first;
        }
        return std::nullopt;
    }

private:
    std::optional<std::uint8_t> byte()
    {
        if (m_bytes.empty())
            return std::nullopt;
        const auto first = static_cast<std::uint8_t>(m_bytes.front());
        m_bytes.remove_prefix(1);
        return first;
    }

    std::string_view m_bytes;
};

} // namespace

std::optional<std::string> sliceName(std::string_view key)
{
    constexpr std::uint64_t mostDimensions = 64;
    OrderedCode code(key);
    if (code.number() != 0)
        return std::nullopt;
    auto name = code.text();
    const auto dimensions = name ? code.number() : std::nullopt;
    if (!dimensions || *dimensions > mostDimensions)
        return std::nullopt;
    *name += '[';
    for (std::uint64_t i = 0; i < *dimensions; ++i) {
        const auto begin = code.signedNumber();
        const auto length = begin ? code.signedNumber() : std::nullopt;
        if (!length)
            return std::nullopt;
        *name += i == 0 ? "" : ", ";
        if (*length < 0)
            *name += ':'; // the whole dimension
        else
            *name += std::to_string(*begin) + ':' + std::to_string(*begin + *length);
    }
    return code.atEnd() ? std::optional(*name + ']') : std::nullopt;
}

} // namespace loupe::tensorflow
