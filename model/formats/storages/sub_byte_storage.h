#pragma once

#include "core/elements.h"

#include <string_view>

namespace loupe {

/// Integers of 2 or 4 bits, packed across rows, the first one in the lowest bits of each byte. Decodes them to U8, or
/// to I8 if they are in two's complement.
class SubByteStorage : public Storage {
public:
    /// `bytes` provides the packed bytes, or is null if they are stored plainly in the file. It must outlive this
    /// object.
    SubByteStorage(std::string_view typeName, const Storage* bytes, unsigned bits, bool isSigned = false)
        : m_typeName(typeName)
        , m_bytes(bytes)
        , m_bits(bits)
        , m_isSigned(isSigned)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::string_view typeName() const override { return m_typeName; }
    bool liesInOrder() const override { return !m_bytes; }
    std::uint64_t fileBytes(const Tensor& tensor) const override
    {
        return m_bytes ? m_bytes->fileBytes(tensor) : tensor.bytes.size();
    }

private:
    std::string_view m_typeName; ///< static text
    const Storage* m_bytes;
    unsigned m_bits;
    bool m_isSigned;
};

} // namespace loupe
