#pragma once

#include "analysis/comparison/delta.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The scale of colors and bars that say how much tensors changed: logarithmic, as wide as the changes of a comparison.
/// It begins and ends at steps of 1, 2, 5, 10, …, which are numbered: step 0 is 1, step −1 is 0.5, step −3 is 0.1.
struct ChangeScale {
    static constexpr int stepsPerDecade = 3;
    static constexpr int mostSteps = 6 * stepsPerDecade;

    /// A number next to the scale.
    struct Label {
        double position = 0; ///< 0 at `low`, 1 at `high`
        std::string text;
    };

    int low = -mostSteps; ///< steps of a relative L2
    int high = 0;
    bool clipped = false; ///< there are smaller changes than `low`

    /// From the last step up to the least change to the first one from the largest change on, both greater than 0; the
    /// upper ones where there are more than mostSteps. Ends at 1, where a difference is as large as A itself. Nothing
    /// is known: from a millionth to 1.
    static ChangeScale of(const std::optional<double>& least, const std::optional<double>& largest);

    /// The decadic logarithm of a step.
    static double logarithmOf(int step);
    /// "0.002", or "2e−6" where there would be many zeros.
    static std::string textOf(int step);

    /// 0 at `low` and below, 1 at `high`, and where a pair has no such figure: A is zero, or nothing of both is finite.
    double position(const std::optional<double>& relativeL2) const;
    /// Both ends, and what stands far enough from its neighbors: powers of ten, or steps where the scale is short.
    /// "≤" and "≥" say that smaller and larger changes are drawn as the end.
    std::vector<Label> labels() const;

    bool operator==(const ChangeScale&) const = default;
};

/// The changes of a comparison, for its scale. Each one counts in proportion to A and to B: where A and B change places
/// the scale, and with it the color of a change, stays.
class ChangeRange {
public:
    void add(const Delta& delta);
    ChangeScale scale() const { return ChangeScale::of(m_least, m_largest); }

private:
    std::optional<double> m_least; ///< greater than 0, as the next
    std::optional<double> m_largest;
};

} // namespace loupe
