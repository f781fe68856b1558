#pragma once

#include "formats/shared/format.h"

#include <string_view>

namespace loupe::zarr {

/// How well the start of a file matches a file that describes arrays: `.zarray`, `.zgroup`, `.zmetadata`, `zarr.json`,
/// or Orbax's `_METADATA`.
Match probeDescription(std::string_view start);

/// Reads such a file, and the arrays that it describes or that are in its folder.
Result<FileContent> readDescription(const Source& source, const Work& work);

/// The magic number of `manifest.ocdbt`.
inline constexpr std::string_view ocdbtMagic = "\x0c\xdb\x3a\x2a";

/// Lists the contents of a TensorStore OCDBT database by the names that Orbax lists next to it. Does not read values.
Result<FileContent> readOcdbt(const Source& source, const Work& work);

} // namespace loupe::zarr
