#pragma once

#include "formats/shared/format.h"

namespace loupe::tflite {

/// The fields of a model that touch `window`: its tensors, buffers, names, shapes and scales, and the tables between
/// them.
Result<std::vector<HeaderField>> tfliteFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::tflite
