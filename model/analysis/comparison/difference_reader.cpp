#include "analysis/comparison/difference_reader.h"

namespace loupe {

namespace {

/// Calls `take(i, number)` for each of `count` numbers.
template <typename Take>
void forNumbers(DType dtype, NumberPart part, const std::byte* bytes, std::uint64_t first, std::uint64_t stride,
    std::size_t count, const Take& take)
{
    withReader(dtype, part, [&](const auto& read) {
        if (stride == 1) { // a compile-time stride allows vectorization
            for (std::size_t i = 0; i < count; ++i)
                take(i, read(bytes, first + i));
            return;
        }
        for (std::size_t i = 0; i < count; ++i)
            take(i, read(bytes, first + i * stride));
    });
}

bool exceedsDouble(DType dtype)
{
    return dtype == DType::I64 || dtype == DType::U64;
}

} // namespace

void DifferenceReader::read(const std::byte* a, const std::byte* b, std::uint64_t first, std::uint64_t stride,
    std::span<double> differences) const
{
    if (!exceedsDouble(m_a) && !exceedsDouble(m_b)) {
        forNumbers(m_b, m_part, b, first, stride, differences.size(),
            [&](std::size_t i, auto number) { differences[i] = static_cast<double>(number); });
        forNumbers(m_a, m_part, a, first, stride, differences.size(),
            [&](std::size_t i, auto number) { differences[i] -= static_cast<double>(number); });
        return;
    }
    constexpr std::size_t block = 256;
    std::array<long double, block> exact;
    for (std::size_t done = 0; done < differences.size(); done += block) {
        const std::size_t count = std::min(block, differences.size() - done);
        forNumbers(m_b, m_part, b, first + done * stride, stride, count,
            [&](std::size_t i, auto number) { exact[i] = static_cast<long double>(number); });
        forNumbers(m_a, m_part, a, first + done * stride, stride, count, [&](std::size_t i, auto number) {
            differences[done + i] = static_cast<double>(exact[i] - static_cast<long double>(number));
        });
    }
}

} // namespace loupe
