#pragma once

#include <filesystem>

namespace loupe::test {

/// Times cmp, NumPy and torch on the F32 files "a", "equal" and "changed" in a folder and prints their seconds, or that
/// one is not installed.
void timeDiffPeers(const std::filesystem::path& folder);

} // namespace loupe::test
