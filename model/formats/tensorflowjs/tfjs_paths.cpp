#include "formats/tensorflowjs/tfjs_paths.h"

#include "core/source.h"
#include "formats/shared/header_frame.h"
#include "formats/tensorflowjs/tfjs_probe.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

namespace loupe::tensorflowjs {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view modelName = "model.json";
constexpr std::string_view manifestEnd = "weights_manifest.json";

/// The path, if it is a manifest of TensorFlow.js.
std::optional<fs::path> ifManifest(fs::path path)
{
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        return std::nullopt;
    const auto source = Source::open(path);
    const auto start = source ? readStart(**source) : fail(source.error());
    const bool isManifest = start && probeTfjs({.bytes = *start, .fileSize = (*source)->size()}) != Match::No;
    return isManifest ? std::optional(std::move(path)) : std::nullopt;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The part before "shard2of3" at the end of a name without its suffix: "group1-" for "group1-shard2of3". Nothing for
/// any other name.
std::optional<std::string_view> beforeShard(std::string_view name)
{
    constexpr std::string_view marker = "shard";
    const std::size_t place = name.rfind(marker);
    if (place == std::string_view::npos || place + marker.size() == name.size())
        return std::nullopt;
    std::string_view number = name.substr(place + marker.size());
    const std::size_t of = number.find("of");
    const bool isNumber = std::ranges::all_of(number.substr(0, of), isDigit)
        && (of == std::string_view::npos || std::ranges::all_of(number.substr(of + 2), isDigit));
    return isNumber ? std::optional(name.substr(0, place)) : std::nullopt;
}

/// The folder's model.json, or its only weights manifest.
std::optional<fs::path> manifestIn(const fs::path& folder)
{
    constexpr std::size_t mostLookedAt = 10'000;
    if (auto model = ifManifest(folder / modelName))
        return model;
    std::optional<fs::path> only;
    std::error_code error;
    std::size_t seen = 0;
    for (fs::directory_iterator entry(folder, error);
         !error && entry != fs::directory_iterator() && seen < mostLookedAt; entry.increment(error), ++seen) {
        if (!entry->path().filename().string().ends_with(manifestEnd))
            continue;
        if (only)
            return std::nullopt;
        only = entry->path();
    }
    return only ? ifManifest(std::move(*only)) : std::nullopt;
}

} // namespace

Result<std::optional<fs::path>> tfjsManifestFor(const fs::path& path, bool isFolder)
{
    if (isFolder)
        return manifestIn(path);
    // "face_model.bin", "face_model-shard1" and "group1-shard1of2.bin".
    const fs::path suffix = path.extension();
    if (!suffix.empty() && suffix != ".bin")
        return std::nullopt;
    const std::string name = path.stem().string();
    const auto group = beforeShard(name);
    if (!group && suffix.empty())
        return std::nullopt;
    std::string model(group.value_or(name));
    if (group && model.ends_with('-'))
        model.pop_back();
    if (auto manifest = ifManifest(path.parent_path() / (model + '-' + std::string(manifestEnd))))
        return manifest;
    return group ? ifManifest(path.parent_path() / modelName) : std::nullopt;
}

} // namespace loupe::tensorflowjs
