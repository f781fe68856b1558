#pragma once

#include "core/elements.h"
#include "formats/gguf_types.h"

namespace loupe {

/// The values of tensors of one quantized type, as F32. Rows are whole blocks, so the blocks of a tensor are those of
/// its elements one after the other.
class GgufStorage : public Storage {
public:
    /// `type` has a rule for its values.
    explicit GgufStorage(const GgufTensorType& type)
        : m_type(type)
    {
    }
    std::string_view typeName() const override { return m_type.name; }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    /// Elements [first, first + count) of the whole blocks in `blocks`.
    void unpack(const std::uint8_t* blocks, std::uint64_t first, std::uint64_t count, float* target) const;

    const GgufTensorType& m_type;
};

} // namespace loupe
