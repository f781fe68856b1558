#pragma once

#include "remote/network_files.h"

#include <filesystem>
#include <string>

namespace loupe::test {

/// Copies files of tests/data to `root`, of all formats that people read from servers.
void copyFilesOfAllFormats(const std::filesystem::path& root);

/// Opens each of these files below `address`, and expects the same as for the local file: tensors, metadata, findings,
/// statistics, no difference between them, and the same bytes after conversion.
void expectSameAsLocal(remote::NetworkFiles& files, const std::string& address);

} // namespace loupe::test
