#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/isolated.h"

#include <vector>

namespace loupe::hdf5 {

/// The point at which a walk continues after earlier walks crashed. Repeated walks over a file send the same records.
struct Hdf5Resume {
    std::uint64_t records = 0; ///< the number of records that need not be sent again
    std::vector<std::uint64_t> objects; ///< addresses of objects that crashed the library and must not be opened
    std::vector<std::uint64_t> attributed; ///< addresses of objects whose attributes crashed the library
};

/// Limits for a walk over the file. They are higher for a larger file, but not much higher if the size may be only
/// claimed, as for a sparse file or a deflated member.
IsolatedLimits hdf5Limits(const Hdf5Stream& stream);

/// Walks over an HDF5 file with libhdf5 and sends its content as records (hdf5_records.h), one at a time. Only for use
/// inside runIsolated(). `claimedEnd` is the end of the file that its superblock states. `read` provides the stream's
/// bytes.
void walkHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const Hdf5Resume& resume, const IsolatedSend& send,
    const IsolatedRead& read);

} // namespace loupe::hdf5
