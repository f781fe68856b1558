#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::onnx {

/// Reads a ModelProto: its initializers, sparse ones as their values and their indices, and the tensors in attributes
/// of its nodes, with the plain numbers of Constant nodes, in graphs within graphs and in functions; these with a path
/// before their name. May throw std::bad_alloc. Fails with Stopped, or where the file cannot be read.
Result<FileContent> readOnnxModel(const Source& source, const Work& work);

} // namespace loupe::onnx
