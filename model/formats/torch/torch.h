#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// Files written by torch.save: .pt, .pth, .bin, .ckpt. A ZIP archive (since torch 1.6), or several pickles followed by
/// the storages. The pickles are read as data: nothing in them is imported or run.
extern const Format torchFormat;

} // namespace loupe::torch
