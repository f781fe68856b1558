#pragma once

#include "formats/hdf5_stream.h"
#include "formats/isolated.h"

#include <vector>

namespace loupe {

/// Where a walk goes on, of which the ones before ended in a crash. Walks over the same file are alike.
struct Hdf5Resume {
    std::uint64_t records = 0; ///< that need not be sent again
    std::vector<std::uint64_t> objects; ///< addresses of those that crashed the library; not to be opened
    std::vector<std::uint64_t> attributed; ///< the same of those whose attributes did
};

/// Walks over an HDF5 file with libhdf5 and sends records (hdf5_records.h) of what is in it, one at a time. For
/// runIsolated() only. `claimedEnd`: of the file, as its superblock has it.
void walkHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const Hdf5Resume& resume, const IsolatedSend& send);

} // namespace loupe
