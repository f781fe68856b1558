#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::onnx {

/// Reads a ModelProto. Lists its initializers, and sparse ones as values and indices. Also lists the tensors in
/// attributes of nodes, in nested graphs and in functions, including the plain numbers of Constant nodes; their names
/// are prefixed with a path. Fails with Stopped, or if the file cannot be read. May throw std::bad_alloc.
Result<FileContent> readOnnxModel(const Source& source, const Work& work);

} // namespace loupe::onnx
