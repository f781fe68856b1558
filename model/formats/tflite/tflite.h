#pragma once

#include "formats/shared/format.h"

namespace loupe::tflite {

/// TensorFlow Lite, now LiteRT (.tflite): a FlatBuffer with the tensors of its subgraphs, and buffers for those with
/// values.
extern const Format tfliteFormat;

} // namespace loupe::tflite
