#pragma once

#include "formats/shared/format.h"

namespace loupe::paddle {

/// Files written by paddle.save: .pdparams, .pdopt. Such a file is a bare pickle of dictionaries of NumPy arrays, and
/// contains their bytes. The pickle is read as data: nothing in it is imported or run. Also reads any other bare pickle
/// that no other format recognizes.
extern const Format paddleFormat;

} // namespace loupe::paddle
