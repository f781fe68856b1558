#pragma once

#include "formats/pickle/pickle_findings.h"
#include "formats/shared/format.h"

#include <functional>
#include <optional>
#include <string>

namespace loupe::torch {

/// The ZIP container: TOP/data.pkl, TOP/byteorder, TOP/version, and one member TOP/data/KEY per storage.
Result<FileContent> readTorchZip(const Source& source, const Work& work);

/// The reason why an archive that was read is not a single, whole archive; nothing if it is.
std::optional<std::string> torchZipFault(const Findings& findings);

class TorchLayout;

/// Processes the object in an archive, whose storages are in `layout`. `reading` is the pickle's own. Returns false if
/// stopped. May throw std::bad_alloc.
using TorchObjectUse = std::function<bool(
    pickle::PickleReading& reading, const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content)>;

/// As above, for an archive that is part of something larger. `use` adds the tensors, metadata and findings of the
/// object.
Result<FileContent> readTorchZip(const Source& source, const Work& work, const TorchObjectUse& use);

Result<std::vector<HeaderField>> torchZipFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::torch
