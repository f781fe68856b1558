#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/format.h"

namespace loupe::hdf5 {

/// Reads an HDF5 file, which may be inside an archive, into `content`. Sets tensors, metadata and findings, and, for a
/// plain stream, the parts that cover all its bytes. Fails with Stopped, or as Source does. May throw std::bad_alloc.
Result<> addHdf5Content(const Hdf5Stream& stream, const Work& work, FileContent& content);

} // namespace loupe::hdf5
