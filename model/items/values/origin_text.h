#pragma once

#include "core/elements.h"

#include <QString>

namespace loupe {

/// How a value is computed from stored data: "code 13 (0xD) = −3, scale 0.015625 × global 0.0021 → −0.0000984375",
/// "(code 9 − zero 8) × scale 0.0123 → 0.0123".
QString originText(const ValueOrigin& origin);
/// The part of a tensor that the scale applies to: "block row 1 of 5, column 1 of 3", "group 2 of 4". Empty if it
/// applies to an entire row or to everything.
QString originPlaceText(const ValueOrigin& origin);

} // namespace loupe
