#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// What torch.save writes: .pt, .pth, .bin, .ckpt. A ZIP archive (since torch 1.6), or a few pickles with the storages
/// behind them. The pickles are read as data: nothing in them is imported or run.
extern const Format torchFormat;

} // namespace loupe::torch
