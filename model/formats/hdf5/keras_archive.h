#pragma once

#include "formats/shared/format.h"

namespace loupe::hdf5 {

/// Whether the start of a ZIP archive is that of a Keras model, with model.weights.h5, metadata.json and config.json.
Match probeKerasArchive(std::span<const std::byte> start);

/// Reads a .keras file: the weights as an HDF5 file, and its two texts as metadata. Fails with Stopped, or as Source
/// does. May throw std::bad_alloc.
Result<FileContent> readKerasArchive(const Source& source, const Work& work);

/// As Format::headerFields.
Result<std::vector<HeaderField>> kerasArchiveFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::hdf5
