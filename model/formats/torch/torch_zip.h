#pragma once

#include "formats/pickle/pickle_findings.h"
#include "formats/shared/format.h"

#include <functional>
#include <optional>
#include <string>

namespace loupe::torch {

/// The ZIP container: TOP/data.pkl, TOP/byteorder, TOP/version, and a member TOP/data/KEY for each storage.
Result<FileContent> readTorchZip(const Source& source, const Work& work);

/// What is wrong with an archive that was read, where it is not one whole archive.
std::optional<std::string> torchZipFault(const Findings& findings);

class TorchLayout;

/// Makes something of the object in an archive, whose storages `layout` has. `reading` is the pickle's own. Returns
/// false if stopped. May throw std::bad_alloc.
using TorchObjectUse = std::function<bool(
    pickle::PickleReading& reading, const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content)>;

/// The same for an archive that is part of something larger: `use` gives the tensors, metadata and findings of the
/// object.
Result<FileContent> readTorchZip(const Source& source, const Work& work, const TorchObjectUse& use);

Result<std::vector<HeaderField>> torchZipFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::torch
