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

/// Figures of one tensor, in a form that can be combined over several tensors. Counts are over all elements, other
/// figures over the finite ones. Figures that do not exist are absent.
struct TensorFigures {
    std::string dtype; ///< in the file's own spelling
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0; ///< with a value
    bool hasValues = false; ///< if false, values of this dtype are unknown, and so are all counts except `elements`
    std::uint64_t finite = 0;
    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    std::optional<std::uint64_t> firstNonfinite = {}; ///< index of an element
    std::optional<double> norm = {}; ///< L2; for complex numbers, over both of their parts
    std::optional<double> mean = {}; ///< absent for complex numbers
    std::optional<double> largest = {}; ///< magnitude; for complex numbers, of a single part

    bool operator==(const TensorFigures&) const = default;
};

/// How a tensor changed since the previous checkpoint, over the elements that are finite in both.
struct ChangeFigures {
    double signal = 0; ///< L2 norm of the previous values; infinite if unknown
    double noise = 0; ///< L2 norm of the differences; infinite if unknown

    bool operator==(const ChangeFigures&) const = default;
};

/// Reads the tensor once. Fails as summarize() and openWhole() do.
Result<TensorFigures> readFigures(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work);

/// One tensor of a checkpoint.
struct TensorPlace {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::uint32_t tensor = 0;
};

/// Reads both tensors, which must have the same number of elements. `before`: the result of readFigures() for the first
/// one. Nothing if their values cannot be compared. Fails as compareValues() and openWhole() do.
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
    /// Over the finite elements: the root of the sum of all squares, the mean, and the largest magnitude. A tensor with
    /// two names counts twice.
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
