#pragma once

#include "formats/pickle/pickle_imports.h"

namespace loupe::torch {

/// Findings about what torch.load, which since 2.6 unpickles weights only, does not take beside names that it does not
/// know: states of objects that have none, and opcodes. These are only a warning: the same object pickled by another
/// protocol, which torch.load(weights_only=False) reads. Nobody is told that of a file which is refused anyway, so this
/// is to come after all other findings that refuse it.
void addUnpicklerLimits(const pickle::PickledObject& pickle, FileContent& content);

} // namespace loupe::torch
