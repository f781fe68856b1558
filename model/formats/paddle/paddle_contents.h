#pragma once

#include "formats/pickle/pickle_imports.h"

namespace loupe::paddle {

/// What the pickle in `stream`, which begins the file, says becomes tensors, metadata and findings of `content`: its
/// imports, what is broken, what is special. False where stopped. May throw std::bad_alloc.
bool addPaddleContents(
    const pickle::PickledObject& pickle, std::string_view stream, FileContent& content, const Work& work);

} // namespace loupe::paddle
