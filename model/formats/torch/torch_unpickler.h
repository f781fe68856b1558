#pragma once

#include "formats/pickle/pickle_findings.h"

namespace loupe::torch {

/// Adds findings about content, other than unknown names, that torch.load rejects since 2.6, when it began to unpickle
/// only weights by default: states for objects that have none, and opcodes. Opcodes are only a warning, since
/// torch.load(weights_only=False) reads them. Call this after adding all other findings with which the file is
/// rejected, since it adds nothing to a file that is rejected anyway.
void addUnpicklerLimits(const pickle::PickledObject& pickle, FileContent& content);

} // namespace loupe::torch
