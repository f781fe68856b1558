#pragma once

#include "formats/pickle/pickle_findings.h"

namespace loupe::paddle {

/// Turns the pickle in `stream`, which is at the start of the file, into tensors, metadata and findings of `content`.
/// The findings are about its imports, faults and special values. Returns false if stopped. May throw std::bad_alloc.
bool addPaddleContents(
    const pickle::PickledObject& pickle, std::string_view stream, FileContent& content, const Work& work);

} // namespace loupe::paddle
