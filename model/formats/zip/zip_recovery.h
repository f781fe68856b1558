#pragma once

#include "formats/zip/zip_directory.h"

namespace loupe::zip {

/// Finds the members of an archive without a directory, such as a truncated file, by following the local headers from
/// the file's first byte on. If a header leaves its member's size to a descriptor after the data, as PyTorch's do,
/// searches the data for the descriptor. In the worst case, this reads the whole file once. Fails with Stopped, or as
/// Source does. May throw std::bad_alloc.
Result<std::vector<ZipEntry>> recoverZipEntries(const Source& source, const Work& work);

} // namespace loupe::zip
