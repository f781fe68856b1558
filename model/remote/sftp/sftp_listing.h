#pragma once

#include "core/remote/remote_files.h"

#include <string_view>

namespace loupe::remote {

/// Reads a folder's lines as `ls -l` has them, which is how a server of SFTP describes its files. Leaves out `.` and
/// `..`; takes a link for a file.
FolderContent readLongListing(std::string_view text);

} // namespace loupe::remote
