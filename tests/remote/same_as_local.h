#pragma once

#include "remote/network_files.h"

#include <filesystem>
#include <string>

namespace loupe::test {

/// Copies files of tests/data, of all formats that people read from servers, to `root`.
void copyFilesOfAllFormats(const std::filesystem::path& root);

/// Opens each of these files below `address`, and expects what the file itself gives: tensors, metadata, findings,
/// statistics, no difference between both, and the same bytes when it is converted.
void expectSameAsLocal(remote::NetworkFiles& files, const std::string& address);

} // namespace loupe::test
