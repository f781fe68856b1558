#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/isolated.h"

#include <vector>

namespace loupe::hdf5 {

/// Where a walk continues after earlier ones crashed. Repeated walks over a file send the same records.
struct Hdf5Resume {
    std::uint64_t records = 0; ///< records that need not be sent again
    std::vector<std::uint64_t> objects; ///< addresses of objects that crashed the library and must not be opened
    std::vector<std::uint64_t> attributed; ///< addresses of objects whose attributes did
};

/// Limits for a walk over the file: higher for a larger file, but not much for one that only claims its size, such as a
/// sparse file or a deflated member.
IsolatedLimits hdf5Limits(const Hdf5Stream& stream);

/// Walks over an HDF5 file with libhdf5 and sends its content as records (hdf5_records.h), one at a time. Only for
/// runIsolated(). `claimedEnd`: of the file, as its superblock says. `read` gives the stream's bytes.
void walkHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const Hdf5Resume& resume, const IsolatedSend& send,
    const IsolatedRead& read);

} // namespace loupe::hdf5
