#pragma once

#include "core/elements.h"
#include "formats/storages/kept_arrays.h"

namespace loupe::onnx {

/// Values stored as numbers in a field of a TensorProto. Tensor::bytes are the part of its message from the first to
/// the last of them. A tensor is decoded as a whole, since the offsets of single numbers are unknown.
class OnnxStorage : public Storage {
public:
    /// `field`: of an attribute that has the numbers instead; 0 for the field of TensorProto.
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
