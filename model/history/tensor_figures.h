#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Figures of one tensor, in a form in which those of several tensors combine. Over the finite elements; counts are of
/// all. A figure that does not exist is absent.
struct TensorFigures {
    std::string dtype; ///< as the file spells it
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0; ///< with a value
    bool hasValues = false; ///< else the dtype's values are unknown, and so are all counts but that of elements
    std::uint64_t finite = 0;
    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    std::optional<std::uint64_t> firstNonfinite = {}; ///< index of an element
    std::optional<double> norm = {}; ///< L2; of complex numbers that of their parts
    std::optional<double> mean = {}; ///< not of complex numbers
    std::optional<double> largest = {}; ///< magnitude; of complex numbers that of a part

    bool operator==(const TensorFigures&) const = default;
};

/// How one tensor changed from the checkpoint before: over the elements that are finite in both.
struct ChangeFigures {
    double signal = 0; ///< L2 norm of the values before; infinite if it is not known
    double noise = 0; ///< L2 norm of the differences; the same

    bool operator==(const ChangeFigures&) const = default;
};

/// Reads the tensor once. Fails as summarize() and openWhole().
Result<TensorFigures> readFigures(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work);

/// One tensor of a checkpoint.
struct TensorPlace {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::uint32_t tensor = 0;
};

/// Reads both tensors, which have as many elements. `before`: what readFigures() gave of the first one. Nothing if
/// their values cannot be compared. Fails as compareValues() and openWhole().
Result<std::optional<ChangeFigures>> readChange(
    const TensorPlace& a, const TensorFigures& before, const TensorPlace& b, const Work& work);

/// Figures of several tensors together.
struct StepFigures {
    std::uint64_t tensors = 0;
    std::uint64_t unknown = 0; ///< tensors whose values are unknown
    std::uint64_t elements = 0; ///< with a value
    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    /// Root of the sum of all squares, mean of all elements, largest of all magnitudes: over the finite elements. Those
    /// of a tensor that has two names count twice.
    std::optional<double> norm = {};
    std::optional<double> mean = {};
    std::optional<double> largest = {};
};

/// Adds up the figures of several tensors, in extended precision.
class FigureSum {
public:
    void add(const TensorFigures& figures);
    StepFigures figures() const;

private:
    StepFigures m_sum;
    long double m_norm = 0;
    long double m_values = 0;
    long double m_counted = 0; ///< elements in m_values
    bool m_hasNorm = false;
};

} // namespace loupe
