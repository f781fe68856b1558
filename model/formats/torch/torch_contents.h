#pragma once

#include "formats/pickle/pickle_imports.h"
#include "formats/torch/torch_layout.h"

namespace loupe::torch {

/// torch.load as it is since 2.6.
extern const pickle::PickleLoader torchLoader;

/// What an object pickle says becomes tensors, metadata and findings of `content`: its imports, what is broken, what is
/// special. `layout` has the storages. False where stopped. May throw std::bad_alloc.
bool addTorchContents(const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content, const Work& work);

} // namespace loupe::torch
