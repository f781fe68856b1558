#pragma once

#include "formats/zip/zip_directory.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace loupe::zip {

// Shared by the directory's records and the members' local headers.

/// Sets the entry's name according to its flags. Returns false if the name is not UTF-8 although the flags say so; it
/// is then read as CP437.
bool setZipName(ZipEntry& entry, std::string_view raw);

/// [4.5.3] Reads the numbers that are not in the header itself from its extra fields. Returns false if one is missing.
bool readZip64Numbers(std::span<const std::byte> extra, ZipEntry& entry);

} // namespace loupe::zip
