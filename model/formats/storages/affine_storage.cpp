#include "formats/storages/affine_storage.h"

#include "formats/shared/out_of_memory.h"
#include "formats/storages/plain_or_stored.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace loupe {

namespace {

template <typename Number>
Number numberAt(const std::byte* numbers, std::uint64_t index)
{
    Number number;
    std::memcpy(&number, numbers + index * sizeof(Number), sizeof(Number));
    return number;
}

/// (number - zero point), rounded to F32.
template <typename Number>
float distanceOf(Number number, std::int64_t zeroPoint)
{
    if constexpr (sizeof(Number) < sizeof(std::int64_t)) {
        return static_cast<float>(number - zeroPoint);
    } else {
        std::int64_t distance = 0;
        if (!__builtin_sub_overflow(number, zeroPoint, &distance))
            return static_cast<float>(distance);
        return number < 0 ? -0x1p63F : 0x1p63F; // a zero point has 32 bits, so the sum is rounded to this
    }
}

/// `distance(number)` gives the difference to the zero point.
template <typename Number, typename Distance>
void scaleRun(double scale, Distance&& distance, const std::byte* numbers, std::uint64_t first, std::uint64_t count,
    std::byte* target)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto value = static_cast<float>(distance(numberAt<Number>(numbers, first + i)) * scale);
        std::memcpy(target + i * sizeof value, &value, sizeof value);
    }
}

template <typename Number>
void scaleRounded(double scale, float zeroPoint, const std::byte* numbers, std::uint64_t first, std::uint64_t count,
    std::byte* target)
{
    scaleRun<Number>(
        scale, [=](Number number) { return static_cast<float>(number) - zeroPoint; }, numbers, first, count, target);
}

template <typename Number>
void scaleExact(double scale, std::int64_t zeroPoint, const std::byte* numbers, std::uint64_t first,
    std::uint64_t count, std::byte* target)
{
    constexpr std::int64_t mostExact = 1 << 24; // integers up to this are exact in F32
    if (sizeof(Number) <= sizeof(std::int16_t) && zeroPoint >= -mostExact && zeroPoint <= mostExact)
        return scaleRounded<Number>(scale, static_cast<float>(zeroPoint), numbers, first, count, target); // exact
    scaleRun<Number>(
        scale, [=](Number number) { return distanceOf(number, zeroPoint); }, numbers, first, count, target);
}

/// Calls `use(Number())` with the type of the numbers. Returns false for a dtype that cannot hold quantized integers.
template <typename Use>
bool withNumber(DType dtype, Use&& use)
{
    const auto useFor = [&](DType one, auto number) {
        if (dtype == one)
            use(number);
        return dtype == one;
    };
    return useFor(DType::I8, std::int8_t()) || useFor(DType::U8, std::uint8_t()) || useFor(DType::I16, std::int16_t())
        || useFor(DType::U16, std::uint16_t()) || useFor(DType::I32, std::int32_t())
        || useFor(DType::I64, std::int64_t());
}

/// Scales and zero points of a run of neighboring channels.
class LoadedScales {
public:
    LoadedScales(const ChannelScales& all, const Source& source)
        : m_all(all)
        , m_source(source)
    {
    }

    Result<> load(std::uint64_t first, std::uint64_t count)
    {
        m_first = first;
        m_scales.resize(count);
        m_zeroPoints.resize(count);
        return loadInto(m_all.scales, m_scales).and_then([&] { return loadInto(m_all.zeroPoints, m_zeroPoints); });
    }
    double scale(std::uint64_t channel) const { return m_scales[channel - m_first]; }
    double zeroPoint(std::uint64_t channel) const { return m_zeroPoints[channel - m_first]; }

private:
    Result<> loadInto(const Tensor& tensor, std::vector<double>& target) const
    {
        std::vector<std::byte> bytes(target.size() * bitsPerElement(tensor.dtype) / 8);
        auto read = readElements(tensor, m_source, m_first, target.size(), bytes);
        for (std::size_t i = 0; i < target.size() && read; ++i)
            target[i] = readScalar(tensor.dtype, bytes, i).toDouble();
        return read;
    }

    const ChannelScales& m_all;
    const Source& m_source;
    std::uint64_t m_first = 0;
    std::vector<double> m_scales;
    std::vector<double> m_zeroPoints;
};

/// Scales `count` elements from `first` on. Loads at most as many scales as there are elements.
Result<> scaleChannels(const ChannelScales& all, const Source& source, std::uint64_t first, DType dtype,
    const std::byte* numbers, std::uint64_t count, std::byte* target)
{
    LoadedScales scales(all, source);
    const bool atOnce = all.channels <= count;
    if (auto loaded = atOnce ? scales.load(0, all.channels) : Result<>(); !loaded)
        return loaded;
    std::uint64_t done = 0;
    while (done < count) {
        // Continue up to the point at which the axis starts over.
        const std::uint64_t begin = (first + done) / all.elementsEach % all.channels;
        std::uint64_t inChannel = (first + done) % all.elementsEach;
        const std::uint64_t touched = (inChannel + (count - done) - 1) / all.elementsEach + 1;
        const std::uint64_t end = begin + std::min(touched, all.channels - begin);
        if (auto loaded = atOnce ? Result<>() : scales.load(begin, end - begin); !loaded)
            return loaded;
        withNumber(dtype, [&](auto number) {
            for (std::uint64_t channel = begin; channel < end; ++channel) {
                const std::uint64_t run = std::min(all.elementsEach - inChannel, count - done);
                const double zeroPoint = scales.zeroPoint(channel);
                std::byte* const to = target + done * sizeof(float);
                if (all.difference == ChannelScales::Difference::Exact)
                    scaleExact<decltype(number)>(scales.scale(channel),
                        static_cast<std::int64_t>(std::clamp(zeroPoint, -0x1p31, 0x1p31)), numbers, done, run, to);
                else
                    scaleRounded<decltype(number)>(
                        scales.scale(channel), static_cast<float>(zeroPoint), numbers, done, run, to);
                done += run;
                inChannel = 0;
            }
        });
    }
    return {};
}

} // namespace

bool AffineStorage::canScale(DType numbers)
{
    return withNumber(numbers, [](auto) {});
}

Result<> AffineStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        std::vector<std::byte> numbers(count * bitsPerElement(m_numbers.dtype) / 8);
        if (auto read = readElements(withNumbers(tensor, m_numbers), source, first, count, numbers); !read)
            return read;
        if (const auto* const channels = std::get_if<ChannelScales>(&m_scales))
            return scaleChannels(*channels, source, first, m_numbers.dtype, numbers.data(), count, target.data());
        withNumber(m_numbers.dtype, [&](auto number) {
            const TensorScale& all = std::get<TensorScale>(m_scales);
            scaleExact<decltype(number)>(all.scale, all.zeroPoint, numbers.data(), 0, count, target.data());
        });
        return {};
    });
}

} // namespace loupe
