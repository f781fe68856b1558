#pragma once

#include <optional>

namespace loupe {

/// The scale of colors and bars that say how much tensors changed: logarithmic, as wide as the changes of a comparison.
struct ChangeScale {
    static constexpr int mostDecades = 6;
    static constexpr int leastDecades = 1;

    int low = -mostDecades; ///< decadic logarithms of a relative L2
    int high = 0;
    bool clipped = false; ///< there are smaller changes than `low`

    /// From the least to the largest change, both greater than 0, in whole decades; the upper ones where there are more
    /// than mostDecades. Ends at 1, where a difference is as large as A itself. Nothing is known: from a millionth
    /// to 1.
    static ChangeScale of(const std::optional<double>& least, const std::optional<double>& largest);

    int decades() const { return high - low; }
    /// From one number beside the scale to the next: both ends have one, and each decade, every second one of many, or
    /// none between.
    int labelStep() const { return decades() <= 3 ? 1 : decades() % 2 == 0 ? 2 : decades(); }
    /// 0 at `low` and below, 1 at `high`, and where a pair has no such figure: A is zero, or nothing of both is finite.
    double position(const std::optional<double>& relativeL2) const;

    bool operator==(const ChangeScale&) const = default;
};

} // namespace loupe
