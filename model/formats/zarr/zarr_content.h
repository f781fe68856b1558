#pragma once

#include "formats/shared/format.h"

#include <string_view>

namespace loupe::zarr {

/// Whether a file begins as one that describes arrays: `.zarray`, `.zgroup`, `.zmetadata`, `zarr.json`, or Orbax's
/// `_METADATA`.
Match probeDescription(std::string_view start);

/// Reads such a file, and the arrays that it describes or that lie in its folder.
Result<FileContent> readDescription(const Source& source, const Work& work);

/// `manifest.ocdbt` begins so.
inline constexpr std::string_view ocdbtMagic = "\x0c\xdb\x3a\x2a";

/// Names what a database of TensorStore holds, as far as Orbax lists it beside: its values are not read.
Result<FileContent> readOcdbt(const Source& source, const Work& work);

} // namespace loupe::zarr
