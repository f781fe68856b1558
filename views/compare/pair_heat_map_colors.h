#pragma once

#include "views/compare/pair_heat_map_readout.h"

namespace loupe {

/// The special values of a picture: all that are not finite or are outside the color range.
struct PictureSpecials {
    bool nan = false;
    bool infinity = false;
    OffScale offScale = {};

    /// Values that are not finite.
    bool any() const { return nan || infinity; }
};

/// Sets the color ranges of a pair's pictures and scales from the values that were read. `oneScale`: all three pictures
/// use the range of A's and B's values. Returns the special values of B − A.
PictureSpecials colorPictures(PairPictures& pictures, const PairReadings& readings, RangeChoice choice, bool oneScale);

} // namespace loupe
