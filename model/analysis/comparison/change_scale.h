#pragma once

#include "analysis/comparison/delta.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The logarithmic scale of colors and bars that show how much tensors changed. It covers the changes of a comparison
/// and begins and ends at steps of 1, 2, 5, 10, …. Steps are numbered: step 0 is 1, step −1 is 0.5, step −3 is 0.1.
struct ChangeScale {
    static constexpr int stepsPerDecade = 3;
    static constexpr int mostSteps = 6 * stepsPerDecade;

    /// A labeled number on the scale.
    struct Label {
        double position = 0; ///< 0 at `low`, 1 at `high`
        std::string text;
    };

    int low = -mostSteps; ///< a step of the relative L2
    int high = 0;
    bool clipped = false; ///< some changes are smaller than `low`

    /// Makes a scale from the step at or below the least change to the step at or above the largest one; both must be
    /// greater than 0. Keeps only the upper mostSteps steps. Ends at 1 at most, where the difference is as large as A
    /// itself. If either is unknown: from a millionth to 1.
    static ChangeScale of(const std::optional<double>& least, const std::optional<double>& largest);

    /// The base-10 logarithm of a step.
    static double logarithmOf(int step);
    /// "0.002", or "2e−6" instead of many zeros.
    static std::string textOf(int step);

    /// Returns 0 at `low` and below, and 1 at `high`. Also 1 if a pair has no relative L2, because A is zero or no
    /// element is finite on both sides.
    double position(const std::optional<double>& relativeL2) const;
    /// Labels for both ends and for steps in between that are far enough from their neighbors: powers of ten, or any
    /// steps if the scale is short. "≤" and "≥" mark ends that stand for smaller and larger changes, too.
    std::vector<Label> labels() const;

    bool operator==(const ChangeScale&) const = default;
};

/// Collects the changes of a comparison for its scale. Each change counts relative to A and relative to B, so that
/// swapping A and B changes neither the scale nor the colors.
class ChangeRange {
public:
    void add(const Delta& delta);
    ChangeScale scale() const { return ChangeScale::of(m_least, m_largest); }

private:
    std::optional<double> m_least; ///< greater than 0, like m_largest
    std::optional<double> m_largest;
};

} // namespace loupe
