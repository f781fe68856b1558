#pragma once

#include "views/compare/pair_heat_map_readout.h"

namespace loupe {

/// What a picture has in addition to finite values in its range.
struct PictureSpecials {
    bool nan = false;
    bool infinity = false;
    OffScale offScale = {};

    /// Values that are not finite.
    bool any() const { return nan || infinity; }
};

/// Gives the pictures of a pair and their scales the ranges of colors that follow from what was read.
/// `oneScale`: all three pictures have the range of the values of A and B. Returns what B − A has.
PictureSpecials colorPictures(PairPictures& pictures, const PairReadings& readings, RangeChoice choice, bool oneScale);

} // namespace loupe
