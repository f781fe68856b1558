#include "app/cli/parts/part_set.h"

#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/shell_quote.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace loupe {

namespace {

Result<std::vector<std::string>> partsOfFolder(const std::string& folder)
{
    std::vector<std::string> paths;
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator(folder, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with('.') && name.ends_with(".json"))
            paths.push_back(entry->path().string());
    }
    if (error)
        return fail(systemError(error.value(), "cannot list", folder));
    if (paths.empty())
        return fail(ErrorCode::NotFound, "has no *.json files, expected files written with --part", folder);
    std::ranges::sort(paths);
    return paths;
}

/// The pattern of part file names: FOLDER, BEFORE, number, AFTER.
struct NamePattern {
    std::string folder; ///< with a slash at the end
    std::string before;
    std::string after;
};

/// The pattern of the first part whose name contains its number as a separate word; else "pN.json".
NamePattern patternOf(std::span<const PartAtPath> parts)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto folderOf = [](const std::string& path) { return path.substr(0, path.rfind('/') + 1); };
    for (const PartAtPath& named : parts) {
        const std::string folder = folderOf(named.path);
        const std::string name = named.path.substr(folder.size());
        std::size_t end = name.size();
        while (end > 0 && !isDigit(name[end - 1]))
            --end;
        std::size_t begin = end;
        while (begin > 0 && isDigit(name[begin - 1]))
            --begin;
        if (begin < end && name.substr(begin, end - begin) == std::to_string(named.part.part))
            return {folder.empty() ? "./" : folder, name.substr(0, begin), name.substr(end)};
    }
    const std::string folder = folderOf(parts.front().path);
    return {folder.empty() ? "./" : folder, "p", ".json"};
}

} // namespace

Result<std::vector<std::string>> partPaths(std::span<const std::string> paths)
{
    std::vector<std::string> all;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            all.push_back(path);
            continue;
        }
        auto inside = partsOfFolder(path);
        if (!inside)
            return inside;
        all.insert(all.end(), inside->begin(), inside->end());
    }
    return all;
}

Result<> checkOneRun(std::span<const PartAtPath> parts)
{
    std::map<std::uint32_t, const PartAtPath*> byNumber;
    for (const PartAtPath& named : parts) {
        const PartAtPath& first = parts.front();
        if (const std::string difference = otherRun(named.part, first.part); !difference.empty())
            return fail(ErrorCode::InvalidArgument,
                "belongs to another run than " + quote(first.path) + ": " + difference, named.path);
        const auto [other, isNew] = byNumber.emplace(named.part.part, &named);
        if (!isNew) {
            const bool isSame = other->second->part.entries == named.part.entries;
            return fail(ErrorCode::InvalidArgument,
                "is part " + std::to_string(named.part.part) + ", as " + quote(other->second->path) + " is, "
                    + (isSame ? "with the same results" : "with other results") + "; give one of them",
                named.path);
        }
    }
    return {};
}

std::vector<std::uint32_t> missingParts(std::span<const PartAtPath> parts)
{
    std::vector<bool> isThere(parts.front().part.of + std::size_t{1});
    for (const PartAtPath& named : parts)
        isThere[named.part.part] = true;
    std::vector<std::uint32_t> missing;
    for (std::uint32_t part = 1; part < isThere.size(); ++part) {
        if (!isThere[part])
            missing.push_back(part);
    }
    return missing;
}

std::vector<std::uint32_t> partsWithUnread(std::span<const PartAtPath> parts)
{
    std::vector<std::uint32_t> numbers;
    for (const PartAtPath& named : parts) {
        if (named.part.unread > 0)
            numbers.push_back(named.part.part);
    }
    std::ranges::sort(numbers);
    return numbers;
}

std::string commandToRunAgain(std::span<const PartAtPath> parts, std::span<const std::uint32_t> missing)
{
    const PartFile& run = parts.front().part;
    const NamePattern names = patternOf(parts);
    std::error_code ignored;
    const bool isRelative = std::ranges::any_of(run.inputs, [](const InputState& input) {
        return !isAddress(input.path) && !std::filesystem::path(input.path).is_absolute();
    });
    const bool isElsewhere = isRelative && std::filesystem::current_path(ignored).string() != run.folder;
    const std::string folder = isElsewhere ? std::filesystem::absolute(names.folder, ignored).string() : names.folder;
    std::string text = "for i in";
    for (const std::uint32_t part : missing)
        text += ' ' + std::to_string(part);
    text += "; do " + (isElsewhere ? "(cd " + shellQuoted(run.folder) + " && " : std::string()) + "tloupe";
    const auto end = std::ranges::find(run.arguments, "--");
    for (auto word = run.arguments.begin(); word != end; ++word)
        text += ' ' + shellQuoted(*word);
    text += " --part \"$i/" + std::to_string(run.of) + "\" -o " + shellQuoted(folder + names.before) + "\"$i\""
        + shellQuoted(names.after) + " --force";
    for (auto word = end; word != run.arguments.end(); ++word)
        text += ' ' + shellQuoted(*word);
    return text + (isElsewhere ? ")" : "") + "; done";
}

std::string foldedNumbers(std::span<const std::uint32_t> numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
        if (last > i)
            text += '-' + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

} // namespace loupe
