#pragma once

#include "formats/shared/format.h"

namespace loupe::npy {

/// Format::headerFields of .npz: of each member its local header and its array's, then the directory.
Result<std::vector<HeaderField>> npzHeaderFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::npy
