#pragma once

#include "formats/shared/format.h"

namespace loupe::onnx {

/// ONNX models (https://onnx.ai/onnx/repo-docs/IR.html), whose values may be in other files of their folder. Read only.
/// Errors are those of onnx.load() and onnx.checker.
extern const Format onnxFormat;

} // namespace loupe::onnx
