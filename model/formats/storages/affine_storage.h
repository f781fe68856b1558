#pragma once

#include "core/elements.h"

#include <cstdint>
#include <string_view>
#include <variant>

namespace loupe {

/// One scale and zero point for all elements: (number - zero point) is rounded to F32, and so is its product with the
/// scale.
struct TensorScale {
    float scale = 1;
    std::int32_t zeroPoint = 0;
};

/// One scale and zero point for each index of an axis. Both tensors have one element per index.
struct ChannelScales {
    enum class Difference : std::uint8_t {
        OfRounded, ///< rounds number and zero point to F32, then their difference, as PyTorch does
        Exact, ///< rounds the difference of the integers to F32, as for TensorScale, and as TensorFlow Lite does
    };

    Tensor scales; ///< F32 or F64
    Tensor zeroPoints; ///< F32, I32 or I64
    std::uint64_t channels = 1; ///< size of the axis
    std::uint64_t elementsEach = 1; ///< consecutive elements with the same index
    Difference difference = Difference::OfRounded; ///< the product with the scale is rounded to F32
};

/// Values of affine quantization, as F32: (number - zero point) * scale.
class AffineStorage : public Storage {
public:
    /// True if this dtype can hold quantized integers.
    static bool canScale(DType numbers);
    /// `numbers` are the stored integers, with a dtype that canScale() accepts. Everything they refer to must outlive
    /// this object.
    AffineStorage(std::string_view typeName, StoredNumbers numbers, std::variant<TensorScale, ChannelScales> scales)
        : m_typeName(typeName)
        , m_numbers(numbers)
        , m_scales(scales)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::string_view typeName() const override { return m_typeName; }
    std::optional<StoredNumbers> stored() const override { return m_numbers; }
    bool liesInOrder() const override { return !m_numbers.storage || m_numbers.storage->liesInOrder(); }
    std::uint64_t fileBytes(const Tensor& tensor) const override
    {
        return m_numbers.storage ? m_numbers.storage->fileBytes(tensor) : tensor.bytes.size();
    }

private:
    std::string_view m_typeName; ///< static text
    StoredNumbers m_numbers;
    std::variant<TensorScale, ChannelScales> m_scales;
};

} // namespace loupe
