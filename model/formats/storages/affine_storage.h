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

/// One scale and zero point for each index of an axis. The tensors have one element for each index of the axis.
struct ChannelScales {
    enum class Difference : std::uint8_t {
        OfRounded, ///< number and zero point are rounded to F32, then their difference; as PyTorch does
        Exact, ///< the difference of the integers is rounded to F32, as of TensorScale; as TensorFlow Lite does
    };

    Tensor scales; ///< F32 or F64
    Tensor zeroPoints; ///< F32, I32 or I64
    std::uint64_t channels = 1; ///< indexes of the axis
    std::uint64_t elementsEach = 1; ///< consecutive elements with the same index
    Difference difference = Difference::OfRounded; ///< its product with the scale is rounded to F32
};

/// Values of affine quantization, as F32: (number - zero point) * scale.
class AffineStorage : public Storage {
public:
    /// Whether values can be quantized to integers of this dtype.
    static bool canScale(DType numbers);
    /// `numbers`: the stored integers, whose dtype canScale() accepts; what they refer to must outlive this.
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
