#pragma once

#include "formats/zip/zip_directory.h"

namespace loupe::zip {

/// The members of an archive that has no directory, as where the file was cut off: by their own headers, one after the
/// other from the file's first byte on, as far as that goes. Where a header leaves its member's size to what follows
/// the data, as those of PyTorch do, the data is looked through for that: all of the file in the worst case, once.
/// Fails with Stopped, or as Source does. May throw std::bad_alloc.
Result<std::vector<ZipEntry>> recoverZipEntries(const Source& source, const Work& work);

} // namespace loupe::zip
