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

/// Io: what a file that was written has is not what it was to have.
tl::unexpected<Error> writtenDiffers(const std::filesystem::path& path, const std::string& what);

/// Whether a file that was written has these bytes at `offset`. Fails with Io if it has not, saying at which byte
/// the first other one stands; or as reading does. `scratch` is for its own use.
Result<> checkWritten(const Source& written, std::uint64_t offset, std::span<const std::byte> bytes, Buffer& scratch);

} // namespace loupe
