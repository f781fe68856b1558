#pragma once

#include "core/work.h"
#include "formats/onnx/onnx_tensor.h"

#include <optional>
#include <string_view>

namespace loupe::onnx {

/// What a Constant node gives by an attribute that is a plain number, text or a list of them ("value_float",
/// "value_ints", "value_strings" and so on), as if a tensor said it: FLOAT, INT64 or STRING. `message` is an
/// AttributeProto of that name. Nothing where the name is another one.
std::optional<OnnxTensor> readOnnxConstant(
    WireReader& wire, std::string_view name, ByteRange message, const Work& work);

} // namespace loupe::onnx
