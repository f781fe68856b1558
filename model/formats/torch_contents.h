#pragma once

#include "formats/torch_imports.h"
#include "formats/torch_placer.h"

namespace loupe {

/// What an object pickle says becomes tensors, metadata and findings of `content`: its imports, what is broken, what is
/// special. `placer` has the storages. False where stopped. May throw std::bad_alloc.
bool addTorchContents(const TorchPickle& pickle, TorchPlacer& placer, FileContent& content, const Work& work);

} // namespace loupe
