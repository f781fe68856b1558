#pragma once

#include "formats/shared/format.h"

namespace loupe::paddle {

/// What paddle.save writes: .pdparams, .pdopt. A bare pickle of dictionaries of NumPy arrays, whose bytes lie in it.
/// Read as data: nothing in it is imported or run. So is any other bare pickle that no other format knows.
extern const Format paddleFormat;

} // namespace loupe::paddle
