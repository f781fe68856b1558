#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::onnx {

/// The fields of an ONNX model that touch `window`, named as in its specification. Values of tensors are no fields.
Result<std::vector<HeaderField>> onnxFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::onnx
