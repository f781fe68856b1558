#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// One plain name: nothing that could lead to another folder on this system. "a:b" and "a\b" are plain but on Windows.
bool isPlainFileName(std::string_view name);

/// A relative path of plain names between slashes, without those that mean nothing ("./a//b" gives "a/b"); nothing
/// where it is absolute, empty, or has a name that is not plain, such as "..".
std::optional<std::string> confinedPath(std::string_view path);

/// What is at `folder / path`, without links. Fails with NotFound, or as the system does, where nothing is there; with
/// PermissionDenied where links lead from there to another folder than `named`'s, the file that names the path. What
/// `named` is a link to counts as its place, too: caches of downloads keep all files of a model as links into one other
/// folder.
Result<std::filesystem::path> confinedFile(const std::filesystem::path& named, const std::string& path);

} // namespace loupe
