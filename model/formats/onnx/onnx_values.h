#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"

namespace loupe::onnx {

/// Values that stand as numbers in a field of a TensorProto: Tensor::bytes are a piece of its message from the first of
/// that field to the last. A tensor is decoded as a whole, since nobody knows where in it a number begins.
class OnnxStorage : public Storage {
public:
    /// `field`: of another message that has the numbers instead; 0 for that of TensorProto.
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
