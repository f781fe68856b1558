#pragma once

#include "formats/shared/format.h"

namespace loupe::tensorflowjs {

/// TensorFlow.js: a model.json, or a weights manifest alone, and the files with weights that it names.
extern const Format tfjsFormat;

} // namespace loupe::tensorflowjs
