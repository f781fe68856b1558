#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/isolated.h"

#include <vector>

namespace loupe::hdf5 {

/// Where a walk goes on, of which the ones before ended in a crash. Walks over the same file are alike.
struct Hdf5Resume {
    std::uint64_t records = 0; ///< that need not be sent again
    std::vector<std::uint64_t> objects; ///< addresses of those that crashed the library; not to be opened
    std::vector<std::uint64_t> attributed; ///< the same of those whose attributes did
};

/// What a walk over it may take: more for a larger file, but not much for one that only claims its size, as a sparse
/// one or a deflated member does.
IsolatedLimits hdf5Limits(const Hdf5Stream& stream);

/// Walks over an HDF5 file with libhdf5 and sends records (hdf5_records.h) of what is in it, one at a time. For
/// runIsolated() only. `claimedEnd`: of the file, as its superblock has it.
void walkHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const Hdf5Resume& resume, const IsolatedSend& send);

} // namespace loupe::hdf5
