#pragma once

#include "formats/pickle/pickle_findings.h"
#include "formats/torch/torch_layout.h"

namespace loupe::torch {

/// torch.load as of 2.6.
extern const pickle::PickleLoader torchLoader;

/// Turns an object pickle into tensors, metadata and findings of `content`; findings are about its imports, faults, and
/// special tensors. `layout` has the storages. Returns false where stopped. May throw std::bad_alloc.
bool addTorchContents(const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content, const Work& work);

} // namespace loupe::torch
