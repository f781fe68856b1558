#pragma once

#include "formats/shared/format.h"

namespace loupe::hdf5 {

/// How well the start of a ZIP archive matches a Keras model, which has the members model.weights.h5, metadata.json and
/// config.json.
Match probeKerasArchive(std::span<const std::byte> start);

/// Reads a .keras file: the weights as an HDF5 file, and its two texts as metadata. Fails with Stopped, or as Source
/// does. May throw std::bad_alloc.
Result<FileContent> readKerasArchive(const Source& source, const Work& work);

/// Implements Format::headerFields.
Result<std::vector<HeaderField>> kerasArchiveFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::hdf5
