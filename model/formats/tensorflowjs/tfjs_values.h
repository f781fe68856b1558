#pragma once

#include "core/elements.h"

#include <string_view>

namespace loupe::tensorflowjs {

/// Values that are number * scale + min, computed as in JavaScript: product and sum are rounded to F64, and the sum is
/// then rounded to F32, or, for I32, to the nearest integer, with halves rounded up.
class MinScaleStorage : public Storage {
public:
    /// `numbers` are U8 or U16. Everything they refer to must outlive this object.
    MinScaleStorage(std::string_view typeName, StoredNumbers numbers, double scale, double min)
        : m_typeName(typeName)
        , m_numbers(numbers)
        , m_scale(scale)
        , m_min(min)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::string_view typeName() const override { return m_typeName; }
    std::optional<StoredNumbers> stored() const override { return m_numbers; }
    bool liesInOrder() const override { return !m_numbers.storage; }
    std::uint64_t fileBytes(const Tensor& tensor) const override
    {
        return m_numbers.storage ? m_numbers.storage->fileBytes(tensor) : tensor.bytes.size();
    }

private:
    std::string_view m_typeName; ///< static text
    StoredNumbers m_numbers;
    double m_scale;
    double m_min;
};

} // namespace loupe::tensorflowjs
