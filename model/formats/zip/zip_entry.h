#pragma once

#include "formats/zip/zip_directory.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace loupe::zip {

// What records of the directory and members' own headers have in common.

/// Sets the entry's name by its flags. False where it is not the UTF-8 that they claim; it is read as CP437 then.
bool setZipName(ZipEntry& entry, std::string_view raw);

/// [4.5.3] Takes the numbers that do not stand in the header itself from its extra fields. False where those that
/// should be there are not.
bool readZip64Numbers(std::span<const std::byte> extra, ZipEntry& entry);

} // namespace loupe::zip
