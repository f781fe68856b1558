#pragma once

#include "formats/hdf5_stream.h"
#include "formats/isolated.h"

namespace loupe {

/// Walks over an HDF5 file with libhdf5 and sends records (hdf5_records.h) of what is in it. For runIsolated() only.
/// `claimedEnd`: of the file, as its superblock has it.
void walkHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const IsolatedSend& send);

} // namespace loupe
