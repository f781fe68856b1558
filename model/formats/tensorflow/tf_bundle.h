#pragma once

#include "formats/shared/format.h"

namespace loupe::tensorflow {

/// TensorFlow's tensor bundles: checkpoints of version 2 and the variables of SavedModels (tensor_bundle.proto and
/// tensor_bundle.cc). The file is the index; the values are in the data files next to it. Read only. Errors are those
/// of TensorFlow's BundleReader.
extern const Format tfBundleFormat;

} // namespace loupe::tensorflow
