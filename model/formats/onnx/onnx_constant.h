#pragma once

#include "core/work.h"
#include "formats/onnx/onnx_tensor.h"

#include <optional>
#include <string_view>

namespace loupe::onnx {

/// The value of a Constant node that is in an attribute with a plain number or text, or a list of them ("value_float",
/// "value_ints", "value_strings" and so on). Returns it as a tensor of FLOAT, INT64 or STRING. `message` is an
/// AttributeProto named `name`. Returns nothing for any other name.
std::optional<OnnxTensor> readOnnxConstant(
    WireReader& wire, std::string_view name, ByteRange message, const Work& work);

} // namespace loupe::onnx
