#pragma once

#include "analysis/comparison/delta.h"
#include "core/tensor.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Bits in the file per element of a tensor: 16 for BF16, about 4.5 for NVFP4 with its scales. Nothing if it has no
/// elements.
std::optional<double> bitsPerWeight(const Tensor& tensor);

/// The error in B from storing the values of A with a different number of bits, over any number of pairs. Only pairs
/// whose bits per weight differ count: other changes, such as training, are not a cost of precision.
class PrecisionCost {
public:
    PrecisionCost() = default;
    PrecisionCost(const Tensor& a, const Tensor& b, const Delta& delta);

    void add(const PrecisionCost& other);

    /// Signal-to-noise ratio in decibels over all these pairs. Nothing if none differs, or if it is not finite.
    std::optional<double> signalToNoise() const;
    /// The largest |a - b|; nothing if no such pair has finite elements.
    std::optional<double> largestError() const { return m_largestError; }
    /// Mean bits per weight over all pairs.
    std::optional<double> bitsA() const { return bits(m_bytesA); }
    std::optional<double> bitsB() const { return bits(m_bytesB); }
    /// True if the bits per weight of any pair differ between the sides.
    bool changesBits() const { return m_changed > 0; }
    /// The number of pairs whose bits per weight differ; the errors cover these.
    std::uint64_t changedPairs() const { return m_changed; }

private:
    std::optional<double> bits(double bytes) const;

    double m_signal = 0; ///< sums of Delta::signal and Delta::noise
    double m_noise = 0;
    double m_elements = 0;
    double m_bytesA = 0;
    double m_bytesB = 0;
    std::optional<double> m_largestError;
    std::uint64_t m_changed = 0;
};

} // namespace loupe
