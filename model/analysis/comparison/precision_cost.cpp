#include "analysis/comparison/precision_cost.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double bitsPerByte = 8;

} // namespace

std::optional<double> bitsPerWeight(const Tensor& tensor)
{
    const std::uint64_t elements = tensor.elements();
    if (elements == 0)
        return std::nullopt;
    return static_cast<double>(fileBytes(tensor)) * bitsPerByte / static_cast<double>(elements);
}

PrecisionCost::PrecisionCost(const Tensor& a, const Tensor& b, const Delta& delta)
    : m_elements(static_cast<double>(delta.elements))
    , m_bytesA(static_cast<double>(fileBytes(a)))
    , m_bytesB(static_cast<double>(fileBytes(b)))
    , m_changed(m_bytesA != m_bytesB ? 1 : 0)
{
    if (m_changed == 0)
        return;
    m_noise = delta.noise.value_or(0);
    m_signal = m_noise > 0 ? delta.signal.value_or(0) : 0;
    m_largestError = delta.maximum;
}

void PrecisionCost::add(const PrecisionCost& other)
{
    m_signal += other.m_signal;
    m_noise += other.m_noise;
    m_elements += other.m_elements;
    m_bytesA += other.m_bytesA;
    m_bytesB += other.m_bytesB;
    m_largestError = std::max(m_largestError, other.m_largestError); // an absent optional compares less than any value
    m_changed += other.m_changed;
}

std::optional<double> PrecisionCost::signalToNoise() const
{
    return loupe::signalToNoise(m_signal, m_noise);
}

std::optional<double> PrecisionCost::bits(double bytes) const
{
    return m_elements > 0 ? std::optional(bytes * bitsPerByte / m_elements) : std::nullopt;
}

} // namespace loupe
