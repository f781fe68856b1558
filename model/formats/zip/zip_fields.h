#pragma once

#include "formats/shared/header_field_list.h"
#include "formats/zip/zip_directory.h"

#include <functional>

namespace loupe::zip {

/// Adds the fields of what a member holds, as far as that is a header, from the member's data on.
using ZipContentFields = std::function<Result<>(const ZipEntry&, const ZipMember&, HeaderFieldList&)>;

/// The fields of an archive's own headers and of its directory, with those of `content` between them. What lies over
/// another member or over the directory is left out. `end` as for readZipDirectory(). Fails with Stopped, OutOfMemory,
/// or as Source or `content` does.
Result<std::vector<HeaderField>> zipHeaderFields(const Source& source, ByteRange window, const Work& work,
    const ZipContentFields& content, std::optional<std::uint64_t> end = std::nullopt);

} // namespace loupe::zip
