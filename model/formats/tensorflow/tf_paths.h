#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// "variables.data-00000-of-00001", the name of a data file of the bundle "variables".
std::string bundleDataName(std::string_view bundle, std::uint64_t number, std::uint64_t count);

/// The bundle whose data file `name` is the name of; nothing where it is none.
std::optional<std::string> bundleOfDataName(std::string_view name);

/// The index to open for a file that is a part of what TensorFlow writes beside it: a data file, saved_model.pb, or
/// the text file "checkpoint", which names the newest one. Nothing where there is no such index.
std::optional<std::filesystem::path> bundleIndexFor(const std::filesystem::path& file);

/// The index to open for a folder: of a SavedModel, or of the newest checkpoint in it. Nothing where it is neither.
std::optional<std::filesystem::path> bundleIndexIn(const std::filesystem::path& folder);

} // namespace loupe
