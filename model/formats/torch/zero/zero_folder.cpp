#include "formats/torch/zero/zero_folder.h"

#include "core/text/quote.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <system_error>

namespace loupe::torch {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view modelEnd = "_model_states.pt";
constexpr std::string_view optimizerEnd = "_optim_states.pt";
constexpr std::string_view zeroFolderName = "zero"; ///< folder of the parameters of a universal checkpoint
constexpr std::size_t mostNames = 4 * mostShards;

/// Removes `word` from the beginning of `text`, if it is there.
bool takeWord(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end == text.data() || error != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// The sorted names of the files, or of the folders, in a folder.
std::vector<std::string> namesIn(const fs::path& folder, bool wantsFolders)
{
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (std::size_t looked = 0; !error && entry != fs::directory_iterator() && looked < mostNames; ++looked) {
        std::error_code ignored;
        if (wantsFolders ? entry->is_directory(ignored) : entry->is_regular_file(ignored))
            names.push_back(entry->path().filename().string());
        entry.increment(error);
    }
    std::ranges::sort(names); // folders are listed in no particular order
    return names;
}

bool isOther(std::string_view name)
{
    return (name.starts_with("layer_") && name.ends_with("model_states.pt"))
        || (name.starts_with("expp_rank_") && name.ends_with(optimizerEnd));
}

constexpr const char* latestName = "latest";
constexpr const char* latestUniversalName = "latest_universal";

/// The content of a file such as `latest`, without surrounding spaces; nothing if there is no such file.
std::optional<std::string> latestTag(const fs::path& folder, const char* name)
{
    constexpr std::size_t longest = 256;
    std::error_code ignored;
    const fs::path file = folder / name;
    if (!fs::is_regular_file(file, ignored))
        return std::nullopt;
    std::string text(longest, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

bool isSafe(const std::string& tag)
{
    return isPlainFileName(tag) && tag.find('\\') == std::string::npos;
}

/// The main file of the checkpoint in a folder.
std::optional<fs::path> mainIn(const fs::path& folder)
{
    const std::string name = listZeroFolder(folder).mainName();
    return name.empty() ? std::nullopt : std::optional(folder / name);
}

/// The main file of the checkpoint in a folder that has the most steps, judging by its name.
std::optional<fs::path> newestIn(const fs::path& folder)
{
    constexpr std::size_t mostTried = 16;
    std::vector<std::pair<std::uint64_t, std::string>> tags;
    for (const std::string& name : namesIn(folder, true)) {
        std::string_view rest = name;
        const auto step = takeWord(rest, "global_step") ? takeNumber(rest) : std::nullopt;
        if ((step && rest.empty()) || name == "pytorch_model")
            tags.emplace_back(step.value_or(0), name);
    }
    std::ranges::sort(tags, std::greater<>());
    for (std::size_t i = 0; i < std::min(tags.size(), mostTried); ++i) {
        if (auto main = mainIn(folder / tags[i].second))
            return main;
    }
    return std::nullopt;
}

/// The main file in the folder that a file such as `latest` names; nothing if it names none.
std::optional<fs::path> namedIn(const fs::path& folder, const char* name)
{
    const auto tag = latestTag(folder, name);
    return tag && isSafe(*tag) ? mainIn(folder / *tag) : std::nullopt;
}

/// The main file to show if `latest` does not name one.
std::optional<fs::path> otherIn(const fs::path& folder)
{
    auto universal = namedIn(folder, latestUniversalName);
    return universal ? universal : newestIn(folder);
}

} // namespace

std::string modelRankName(std::uint64_t rank)
{
    return (rank < 10 ? "mp_rank_0" : "mp_rank_") + std::to_string(rank);
}

std::optional<ZeroName> parseZeroName(std::string_view name)
{
    ZeroName parsed;
    parsed.name = name;
    std::string_view rest = name;
    if (!takeWord(rest, "bf16_"))
        takeWord(rest, "fp16_");
    if (takeWord(rest, "zero_pp_rank_")) {
        parsed.rank = takeNumber(rest);
        if (!parsed.rank || !takeWord(rest, "_"))
            return std::nullopt;
    }
    const auto modelRank = takeWord(rest, "mp_rank_") ? takeNumber(rest) : std::nullopt;
    if (!modelRank || (rest != modelEnd && rest != optimizerEnd))
        return std::nullopt;
    parsed.modelRank = *modelRank;
    parsed.kind = rest == modelEnd ? ZeroName::Kind::Model : ZeroName::Kind::Optimizer;
    if (parsed.kind == ZeroName::Kind::Optimizer && !parsed.rank)
        return std::nullopt; // a checkpoint without ZeRO
    return parsed;
}

std::string ZeroFolder::mainName() const
{
    const bool isSplit = std::ranges::any_of(parts, [](const ZeroFiles& files) {
        return !files.optimizers.empty() || (!files.models.empty() && files.models.front().rank);
    });
    if (!isSplit && !isUniversal())
        return {};
    // Only the first part counts: the main file is read before all others.
    const ZeroFiles& first = parts.front();
    return first.models.empty() ? first.optimizers.front().name : first.models.front().name;
}

ZeroFolder listZeroFolder(const fs::path& path)
{
    const fs::path folder = path.empty() ? fs::path(".") : path;
    ZeroFolder found;
    std::map<std::uint64_t, ZeroFiles> parts;
    for (const std::string& name : namesIn(folder, false)) {
        auto parsed = parseZeroName(name);
        if (parsed) {
            ZeroFiles& files = parts[parsed->modelRank];
            (parsed->kind == ZeroName::Kind::Model ? files.models : files.optimizers).push_back(std::move(*parsed));
        } else if (isOther(name)) {
            found.others.push_back(name);
        }
    }
    for (auto& [modelRank, files] : parts) {
        files.modelRank = modelRank;
        std::ranges::stable_sort(files.models, {}, &ZeroName::rank);
        std::ranges::stable_sort(files.optimizers, {}, &ZeroName::rank);
        std::vector<ZeroName> single;
        for (ZeroName& file : files.optimizers) {
            if (!single.empty() && single.back().rank == file.rank)
                files.doubled.push_back(file.name);
            else
                single.push_back(std::move(file));
        }
        files.optimizers = std::move(single);
        found.parts.push_back(std::move(files));
    }
    const bool isSplit =
        std::ranges::any_of(found.parts, [](const ZeroFiles& files) { return !files.optimizers.empty(); });
    std::error_code ignored;
    if (!isSplit && !found.parts.empty() && fs::is_directory(folder / zeroFolderName, ignored))
        found.parameters = namesIn(folder / zeroFolderName, true);
    return found;
}

std::optional<fs::path> zeroMainFileFor(const fs::path& path, bool isFolder)
{
    if (!isFolder)
        return parseZeroName(path.filename().string()) ? mainIn(path.parent_path()) : std::nullopt;
    if (auto own = mainIn(path))
        return own;
    auto named = namedIn(path, latestName);
    return named ? named : otherIn(path);
}

Findings zeroFolderFindings(const fs::path& folder)
{
    Findings findings;
    const auto tag = latestTag(folder, latestName);
    if (mainIn(folder) || namedIn(folder, latestName) || (!tag && namedIn(folder, latestUniversalName)))
        return findings;
    const auto other = otherIn(folder);
    if (!other)
        return findings;
    const std::string shown = ": " + quote(other->parent_path().filename().string()) + " is shown";
    if (!tag) {
        findings.add({.severity = Severity::Warning,
            .code = "latest-missing",
            .message = "the folder has no file \"latest\", which names one of its checkpoints" + shown,
            .refusedAs = "ValueError",
            .file = 0});
    } else if (!isSafe(*tag)) {
        findings.add({.severity = Severity::Warning,
            .code = "latest-unsafe",
            .message =
                "\"latest\" names " + quote(utf8Of(*tag)) + ", expected a folder beside it: not followed" + shown,
            .file = 0});
    } else {
        findings.add({.severity = Severity::Warning,
            .code = "latest-dangling",
            .message = "\"latest\" names " + quote(utf8Of(*tag)) + ", which holds no checkpoint" + shown,
            .refusedAs = "FileNotFoundError",
            .file = 0});
    }
    return findings;
}

} // namespace loupe::torch
