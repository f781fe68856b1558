#pragma once

#include "formats/zip/zip_directory.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace loupe::zip {

// Shared by the directory's records and the members' local headers.

/// Sets the entry's name according to its flags. False where the name is not UTF-8 although the flags say so; it is
/// read as CP437 then.
bool setZipName(ZipEntry& entry, std::string_view raw);

/// [4.5.3] Reads the numbers that are not in the header itself from its extra fields. False where one is missing.
bool readZip64Numbers(std::span<const std::byte> extra, ZipEntry& entry);

} // namespace loupe::zip
