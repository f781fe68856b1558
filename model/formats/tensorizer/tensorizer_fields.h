#pragma once

#include "formats/shared/format.h"

namespace loupe::tensorizer {

/// Format::headerFields of tensorizer: the start and the index, each tensor's header, the end marker.
Result<std::vector<HeaderField>> tensorizerFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::tensorizer
