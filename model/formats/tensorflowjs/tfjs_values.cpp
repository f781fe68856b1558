#include "formats/tensorflowjs/tfjs_values.h"

#include "formats/shared/out_of_memory.h"
#include "formats/storages/plain_or_stored.h"

#include <cmath>
#include <cstring>
#include <vector>

namespace loupe::tensorflowjs {

namespace {

void put(double value, float& target)
{
    target = static_cast<float>(value);
}

/// Rounds like Math.round(), then stores like an Int32Array: modulo 2^32.
void put(double value, std::int32_t& target)
{
    constexpr double modulus = 0x1p32;
    double whole = std::floor(value);
    if (value - whole >= 0.5)
        whole += 1;
    double rest = std::isfinite(whole) ? std::fmod(whole, modulus) : 0;
    if (rest < 0)
        rest += modulus;
    target = static_cast<std::int32_t>(static_cast<std::uint32_t>(rest));
}

template <typename Value, typename Number>
void scaleNumbers(
    double scale, double min, std::span<const std::byte> numbers, std::uint64_t count, std::span<std::byte> target)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        Number number;
        std::memcpy(&number, numbers.data() + i * sizeof number, sizeof number);
        const double product = number * scale;
        Value value;
        put(product + min, value);
        std::memcpy(target.data() + i * sizeof value, &value, sizeof value);
    }
}

} // namespace

Result<> MinScaleStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        std::vector<std::byte> numbers(count * (bitsPerElement(m_numbers.dtype) / 8));
        if (auto read = readElements(withNumbers(tensor, m_numbers), source, first, count, numbers); !read)
            return read;
        const bool isByte = m_numbers.dtype == DType::U8;
        if (tensor.dtype == DType::I32 && isByte)
            scaleNumbers<std::int32_t, std::uint8_t>(m_scale, m_min, numbers, count, target);
        else if (tensor.dtype == DType::I32)
            scaleNumbers<std::int32_t, std::uint16_t>(m_scale, m_min, numbers, count, target);
        else if (isByte)
            scaleNumbers<float, std::uint8_t>(m_scale, m_min, numbers, count, target);
        else
            scaleNumbers<float, std::uint16_t>(m_scale, m_min, numbers, count, target);
        return {};
    });
}

} // namespace loupe::tensorflowjs
