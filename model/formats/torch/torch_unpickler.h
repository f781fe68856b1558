#pragma once

#include "formats/pickle/pickle_findings.h"

namespace loupe::torch {

/// Adds findings about what torch.load, which unpickles only weights since 2.6, refuses in addition to unknown names:
/// states of objects that have none, and opcodes. Opcodes are only a warning, since torch.load(weights_only=False)
/// reads them. Call this after all other findings that refuse the file, since it adds nothing to a file that is refused
/// anyway.
void addUnpicklerLimits(const pickle::PickledObject& pickle, FileContent& content);

} // namespace loupe::torch
