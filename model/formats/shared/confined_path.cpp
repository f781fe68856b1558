#include "formats/shared/confined_path.h"

#include "core/remote/remote_files.h"

#include <algorithm>
#include <system_error>

namespace loupe {

namespace {

namespace fs = std::filesystem;

bool liesIn(const fs::path& file, const fs::path& folder)
{
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return end == folder.end() && rest != file.end();
}

} // namespace

bool isPlainFileName(std::string_view name)
{
#ifdef _WIN32
    constexpr std::string_view forbidden("/\\:\0", 4);
#else
    constexpr std::string_view forbidden("/\0", 2);
#endif
    return !name.empty() && name != "." && name != ".." && name.find_first_of(forbidden) == std::string_view::npos;
}

std::optional<std::string> confinedPath(std::string_view path)
{
    if (path.starts_with('/'))
        return std::nullopt;
    std::string confined;
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        if (name.empty() || name == ".")
            continue;
        if (!isPlainFileName(name))
            return std::nullopt;
        confined.append(confined.empty() ? "" : "/").append(name);
    }
    return confined.empty() ? std::nullopt : std::optional(std::move(confined));
}

Result<fs::path> confinedFile(const fs::path& named, const std::string& path)
{
    if (isAddress(named))
        return inFolder(named.parent_path(), path);
    const fs::path folder = named.has_parent_path() ? named.parent_path() : fs::path(".");
    std::error_code error;
    const fs::path real = fs::canonical(folder / path, error);
    const fs::path place = error ? fs::path() : fs::canonical(folder, error);
    const fs::path namedPlace = error ? fs::path() : fs::canonical(named, error).parent_path();
    if (error)
        return fail(systemError(error.value(), "cannot open", (folder / path).string()));
    if (liesIn(real, place) || liesIn(real, namedPlace))
        return real;
    return fail(ErrorCode::PermissionDenied,
        "is a link that leads out of the folder of the file that names it: not followed", (folder / path).string());
}

} // namespace loupe
