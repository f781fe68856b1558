#pragma once

#include "core/remote/remote_files.h"

#include <string_view>

namespace loupe::remote {

/// Parses a folder listing in the format of `ls -l`, which SFTP servers use. Skips `.` and `..`; treats links as files.
FolderContent readLongListing(std::string_view text);

} // namespace loupe::remote
