#pragma once

#include "core/elements.h"
#include "formats/gguf/gguf_types.h"

namespace loupe::gguf {

/// The codes of tensors of one quantized type, as I8: what a value is before it is multiplied by its group's scale and
/// the least value is added. Of types whose elements are places in a table, the table's whole number.
class GgufCodes : public Storage {
public:
    /// `type` has a rule for its values.
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

/// The values of tensors of one quantized type, as F32. Rows are whole blocks, so the blocks of a tensor are those of
/// its elements one after the other.
class GgufStorage : public Storage {
public:
    /// `type` has a rule for its values.
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
