#pragma once

#include "formats/shared/format.h"

namespace loupe::tflite {

/// TensorFlow Lite, now LiteRT (.tflite): a FlatBuffer with the tensors of its subgraphs, and with buffers for tensors
/// that have values.
extern const Format tfliteFormat;

} // namespace loupe::tflite
