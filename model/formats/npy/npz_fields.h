#pragma once

#include "formats/shared/format.h"

namespace loupe::npy {

/// Format::headerFields of .npz: the local header of each member and the header of its array, then the directory.
Result<std::vector<HeaderField>> npzHeaderFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::npy
