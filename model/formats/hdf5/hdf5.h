#pragma once

#include "formats/shared/format.h"

namespace loupe::hdf5 {

/// Files of the Hierarchical Data Format, release 5, and the archives in which Keras keeps one.
extern const Format hdf5Format;

} // namespace loupe::hdf5
