#pragma once

#include "formats/pickle/pickle_imports.h"
#include "formats/torch/torch_placer.h"

namespace loupe::torch {

/// torch.load as it is since 2.6.
extern const pickle::PickleLoader torchLoader;

/// What an object pickle says becomes tensors, metadata and findings of `content`: its imports, what is broken, what is
/// special. `placer` has the storages. False where stopped. May throw std::bad_alloc.
bool addTorchContents(const pickle::PickledObject& pickle, TorchPlacer& placer, FileContent& content, const Work& work);

} // namespace loupe::torch
