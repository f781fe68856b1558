#pragma once

#include "core/buffer.h"
#include "core/result.h"
#include "core/source.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace loupe {

/// An Io error: the content of a written file differs from the expected one.
tl::unexpected<Error> writtenDiffers(const std::filesystem::path& path, const std::string& what);

/// Checks that a written file has these bytes at `offset`. Fails with Io if not, saying which byte is the first that
/// differs; or as reading does. `scratch`: working memory.
Result<> checkWritten(const Source& written, std::uint64_t offset, std::span<const std::byte> bytes, Buffer& scratch);

} // namespace loupe
