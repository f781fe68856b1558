#pragma once

#include "formats/shared/format.h"

namespace loupe::tensorflowjs {

/// TensorFlow.js: a model.json, or a separate weights manifest, and the weight files that it names.
extern const Format tfjsFormat;

} // namespace loupe::tensorflowjs
