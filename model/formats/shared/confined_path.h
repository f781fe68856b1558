#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// True if `name` is one plain name that cannot lead to another folder on this system. "a:b" and "a\b" are plain names
/// except on Windows.
bool isPlainFileName(std::string_view name);

/// The normalized form of a relative path of plain names between slashes, without empty parts and dots ("./a//b" gives
/// "a/b"). Nothing if the path is absolute, empty, or has a name that is not plain, such as "..".
std::optional<std::string> confinedPath(std::string_view path);

/// The file at `folder / path`, with links resolved. `named` is the file that names the path. Fails with NotFound, or
/// with the system's error, if there is no such file, and with PermissionDenied if links lead out of the folder of
/// `named`. If `named` is itself a link, its target's folder is also allowed: download caches keep all files of a model
/// as links into one other folder.
Result<std::filesystem::path> confinedFile(const std::filesystem::path& named, const std::string& path);

} // namespace loupe
