#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::onnx {

/// The fields of an ONNX model that touch `window`, named as in the ONNX specification. The values of tensors are not
/// listed.
Result<std::vector<HeaderField>> onnxFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::onnx
