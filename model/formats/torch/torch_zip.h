#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// The ZIP container: TOP/data.pkl, TOP/byteorder, TOP/version, and a member TOP/data/KEY for each storage.
Result<FileContent> readTorchZip(const Source& source, const Work& work);

Result<std::vector<HeaderField>> torchZipFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::torch
