#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::onnx {

/// Reads a ModelProto: its initializers, sparse ones as values and indices; and, with a path before their names, the
/// tensors in attributes of nodes, including the plain numbers of Constant nodes, in nested graphs and in functions.
/// Fails with Stopped, or where the file cannot be read. May throw std::bad_alloc.
Result<FileContent> readOnnxModel(const Source& source, const Work& work);

} // namespace loupe::onnx
