#include "formats/tensorflow/tf_paths.h"

#include "core/text/quote.h"
#include "formats/shared/confined_path.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

namespace loupe::tensorflow {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view stateName = "checkpoint";
constexpr std::string_view savedModelName = "saved_model.pb";

std::optional<fs::path> ifThere(fs::path path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) ? std::optional(std::move(path)) : std::nullopt;
}

std::string padded(std::uint64_t number)
{
    constexpr std::size_t digits = 5;
    std::string text = std::to_string(number);
    if (text.size() < digits)
        text.insert(0, digits - text.size(), '0');
    return text;
}

/// The quoted text after `model_checkpoint_path:`; without escapes, which are rare in paths.
std::optional<std::string> newestCheckpoint(const fs::path& state)
{
    constexpr std::string_view key = "model_checkpoint_path:";
    constexpr std::size_t mostRead = std::size_t{64} << 10;
    std::array<char, mostRead> bytes;
    std::ifstream file(state, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    std::string_view text(bytes.data(), static_cast<std::size_t>(file.gcount()));
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (!line.starts_with(key))
            continue;
        line.remove_prefix(key.size());
        const std::size_t begin = line.find('"');
        const std::size_t end = line.rfind('"');
        if (begin == std::string_view::npos || end <= begin + 1)
            return std::nullopt;
        return std::string(line.substr(begin + 1, end - begin - 1));
    }
    return std::nullopt;
}

/// The bundle to which a data file named `name` belongs; nothing if it is not a data file.
std::optional<std::string> bundleOfDataName(std::string_view name)
{
    constexpr std::string_view marker = ".data-";
    const std::size_t dot = name.rfind(marker);
    if (dot == std::string_view::npos || dot == 0)
        return std::nullopt;
    std::string_view rest = name.substr(dot + marker.size());
    const auto isNumber = [](std::string_view text) {
        return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    };
    const std::size_t of = rest.find("-of-");
    if (of == std::string_view::npos || !isNumber(rest.substr(0, of)) || !isNumber(rest.substr(of + 4)))
        return std::nullopt;
    return std::string(name.substr(0, dot));
}

/// The index that saved_model.pb or "checkpoint" leads to.
std::optional<fs::path> indexNamedBy(const fs::path& file)
{
    if (file.filename() == savedModelName)
        return ifThere(file.parent_path() / "variables" / "variables.index");
    if (file.filename() != stateName || !ifThere(file))
        return std::nullopt;
    const auto newest = newestCheckpoint(file);
    if (!newest)
        return std::nullopt;
    // The path may be absolute, but the checkpoint moves with its folder, so only the file name is used.
    const auto inFolder =
        confinedPath(fs::path(*newest).is_absolute() ? fs::path(*newest).filename().string() : *newest);
    return inFolder ? ifThere(file.parent_path() / (*inFolder + ".index")) : std::nullopt;
}

} // namespace

std::string bundleDataName(std::string_view bundle, std::uint64_t number, std::uint64_t count)
{
    return std::string(bundle) + ".data-" + padded(number) + "-of-" + padded(count);
}

Result<std::optional<fs::path>> bundleIndexFor(const fs::path& path, bool isFolder)
{
    if (const auto bundle = bundleOfDataName(path.filename().string())) {
        if (auto index = ifThere(path.parent_path() / (*bundle + ".index")))
            return index;
        return fail(ErrorCode::NotFound,
            "is a data file of a checkpoint, whose index " + quote(*bundle + ".index") + " is missing", path.string());
    }
    if (!isFolder)
        return indexNamedBy(path);
    for (const std::string_view name : {savedModelName, stateName}) {
        if (auto index = indexNamedBy(path / name))
            return index;
    }
    return std::nullopt;
}

} // namespace loupe::tensorflow
