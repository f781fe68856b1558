#pragma once

#include "formats/shared/header_field_list.h"
#include "formats/zip/zip_directory.h"

#include <functional>

namespace loupe::zip {

/// Adds fields for the part of a member's content that is a header, starting at the member's data.
using ZipContentFields = std::function<Result<>(const ZipEntry&, const ZipMember&, HeaderFieldList&)>;

/// The fields of an archive's local headers and of its directory, with those of `content` between them. Skips anything
/// that overlaps another member or the directory. `end` as for readZipDirectory(). Fails with Stopped, OutOfMemory, or
/// as Source or `content` does.
Result<std::vector<HeaderField>> zipHeaderFields(const Source& source, ByteRange window, const Work& work,
    const ZipContentFields& content, std::optional<std::uint64_t> end = std::nullopt);

} // namespace loupe::zip
