#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorflow {

/// "variables.data-00000-of-00001", the name of a data file of the bundle "variables".
std::string bundleDataName(std::string_view bundle, std::uint64_t number, std::uint64_t count);

/// The index to open for a file that TensorFlow writes next to it: a data file, saved_model.pb, or the text file
/// "checkpoint", which names the newest index. Also for a folder that holds one of the latter two. Nothing if `path`
/// is none of these. Fails with NotFound for a data file without its index.
Result<std::optional<std::filesystem::path>> bundleIndexFor(const std::filesystem::path& path, bool isFolder);

} // namespace loupe::tensorflow
