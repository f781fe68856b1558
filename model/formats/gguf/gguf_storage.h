#pragma once

#include "core/elements.h"
#include "formats/gguf/gguf_types.h"

namespace loupe::gguf {

/// The codes of tensors of one quantized type, as I8. A code is the value before it is multiplied by its group's scale
/// and before the minimum is added. For types whose elements are indexes into a table, it is the integer in the table.
class GgufCodes : public Storage {
public:
    /// `type` must have a dequantizer.
    explicit GgufCodes(const GgufTensorType& type)
        : m_type(type)
    {
    }
    bool liesInOrder() const override { return true; }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    const GgufTensorType& m_type;
};

/// The values of tensors of one quantized type, as F32. Rows are whole blocks, so a tensor's blocks cover its elements
/// in order.
class GgufStorage : public Storage {
public:
    /// `type` must have a dequantizer.
    explicit GgufStorage(const GgufTensorType& type)
        : m_type(type)
        , m_codes(type)
    {
    }
    std::string_view typeName() const override { return m_type.name; }
    bool liesInOrder() const override { return true; }
    std::optional<StoredNumbers> stored() const override { return StoredNumbers{&m_codes, DType::I8}; }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    const GgufTensorType& m_type;
    GgufCodes m_codes;
};

} // namespace loupe::gguf
