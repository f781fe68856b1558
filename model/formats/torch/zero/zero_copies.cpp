#include "formats/torch/zero/zero_copies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace loupe::torch {

namespace {

constexpr std::uint64_t exactBytes = 4; ///< size of an F32

float halfOf(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 31;
    const int mantissa = bits & 0x3ff;
    const float magnitude = exponent == 31 ? HUGE_VALF
        : exponent == 0                    ? std::ldexp(static_cast<float>(mantissa), -24)
                                           : std::ldexp(static_cast<float>(mantissa | 0x400), exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude; // does not distinguish NaN from infinity, since neither is compared
}

/// The allowed distance from the exact number: twice the rounding error, so that truncated numbers fit, too.
struct Rounding {
    float relative;
    float absolute; ///< for subnormal numbers
};

constexpr Rounding roundingOf(DType dtype)
{
    switch (dtype) {
    case DType::F16:
        return {0x1p-10F, 0x1p-24F};
    case DType::BF16:
        return {0x1p-7F, 0x1p-133F};
    default:
        return {0x1p-20F, 0};
    }
}

float floatAt(const std::byte* bytes, DType dtype)
{
    if (dtype == DType::F32) {
        float number = 0;
        std::memcpy(&number, bytes, sizeof number);
        return number;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return dtype == DType::F16 ? halfOf(bits) : std::bit_cast<float>(std::uint32_t{bits} << 16);
}

bool isComparable(const Tensor& tensor, std::uint64_t elements)
{
    const bool isFloat = tensor.dtype == DType::F32 || tensor.dtype == DType::F16 || tensor.dtype == DType::BF16;
    return isFloat && !tensor.storage && tensor.bytes.size() / (bitsPerElement(tensor.dtype) / 8) == elements;
}

} // namespace

bool ZeroCopies::read(std::uint32_t file, std::uint64_t offset, std::span<std::byte> target) const
{
    return file < m_sources.size() && m_sources[file] && m_sources[file]->read(offset, target);
}

void ZeroCopies::compareRun(ZeroPiece exact, const Tensor& rounded, std::uint64_t first, ZeroFit& fit) const
{
    std::array<std::byte, 64> exactRun{};
    std::array<std::byte, 64> roundedRun{};
    const std::uint64_t count = exact.range.size() / exactBytes;
    const std::uint64_t size = bitsPerElement(rounded.dtype) / 8;
    if (!read(exact.file, exact.range.begin, std::span(exactRun).first(count * exactBytes))
        || !read(rounded.file, rounded.bytes.begin + first * size, std::span(roundedRun).first(count * size)))
        return;
    const Rounding rounding = roundingOf(rounded.dtype);
    for (std::uint64_t i = 0; i < count; ++i) {
        const float number = floatAt(exactRun.data() + i * exactBytes, DType::F32);
        const float copy = floatAt(roundedRun.data() + i * size, rounded.dtype);
        if (!std::isfinite(number) || !std::isfinite(copy) || (number == 0 && copy == 0))
            continue;
        ++fit.compared;
        fit.different += std::abs(number - copy) > std::abs(number) * rounding.relative + rounding.absolute;
    }
}

ZeroFits ZeroCopies::compare(const std::vector<ZeroParameter>& parameters, const std::string& prefix,
    ZeroTensors& tensors, std::uint64_t begin, ZeroPiece numbers)
{
    constexpr std::uint64_t runs = 8;
    constexpr std::uint64_t longest = 16; ///< length of a run, in elements
    ZeroFits fits;
    const std::uint64_t count = numbers.range.size() / exactBytes;
    auto parameter = parameters.begin();
    std::uint64_t parameterBegin = 0;
    std::uint64_t last = UINT64_MAX;
    for (std::uint64_t run = 0; run < runs && m_reads < mostReads; ++run) {
        // Take the middle of each eighth of the rank's numbers.
        const std::uint64_t own = count / runs * run + count % runs * run / runs + count / runs / 2;
        if (own >= count || own == last)
            continue;
        last = own;
        const std::uint64_t at = begin + own;
        while (parameter != parameters.end() && at - parameterBegin >= parameter->elements) {
            parameterBegin += parameter->elements;
            ++parameter;
        }
        if (parameter == parameters.end())
            break; // only padding remains
        const Tensor* const rounded = tensors.find(prefix + parameter->name);
        if (!rounded || !isComparable(*rounded, parameter->elements))
            continue;
        const std::uint64_t first = at - parameterBegin;
        const std::uint64_t taken = std::min({longest, count - own, parameter->elements - first});
        const std::uint64_t offset = numbers.range.begin + own * exactBytes;
        compareRun({numbers.file, {offset, offset + taken * exactBytes}}, *rounded, first,
            fits[static_cast<std::size_t>(parameter - parameters.begin())]);
        m_reads += 2;
    }
    return fits;
}

} // namespace loupe::torch
