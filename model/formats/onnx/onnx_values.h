#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"

namespace loupe::onnx {

/// Values stored as numbers in a field of a TensorProto. Tensor::bytes is the part of its message from the first number
/// to the last. Decodes a tensor as a whole, since the offsets of single numbers are unknown.
class OnnxStorage : public Storage {
public:
    /// `field` is the field of an AttributeProto that holds the numbers, or 0 if they are in the TensorProto.
    explicit OnnxStorage(std::uint32_t field)
        : m_field(field)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    std::uint32_t m_field;
    mutable KeptArrays m_kept;
};

} // namespace loupe::onnx
