#pragma once

#include "formats/shared/format.h"

namespace loupe::paddle {

/// Files written by paddle.save: .pdparams, .pdopt. A bare pickle of dictionaries of NumPy arrays, whose bytes lie in
/// it. Read as data: nothing in it is imported or run. Any other bare pickle that no other format recognizes is read,
/// too.
extern const Format paddleFormat;

} // namespace loupe::paddle
