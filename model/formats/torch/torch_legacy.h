#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// The container before torch 1.6: pickles of a magic number, a protocol version, system information, the object, and
/// the storage keys. The storages follow in the order of their keys, each preceded by its number of elements.
Result<FileContent> readTorchLegacy(const Source& source, const Work& work);

Result<std::vector<HeaderField>> torchLegacyFields(const Source& source, ByteRange window, const Work& work);

/// True if the first pickle holds the magic number 0x1950a86a20f9469cfc6c, as bytes of LONG1 or digits of LONG.
bool startsAsTorchLegacy(std::string_view start);

} // namespace loupe::torch
