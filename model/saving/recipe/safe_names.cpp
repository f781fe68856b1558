#include "saving/recipe/safe_names.h"

#include "core/name_hash.h"
#include "core/text/ascii.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

#include <unordered_set>

namespace loupe {

namespace {

constexpr std::size_t longestName = 200; // bytes; with a suffix and the additions for atomic files, less than 255

std::string safeName(std::string_view name)
{
    constexpr std::string_view meaningful = "/\\:*?\"<>|";
    std::string safe;
    while (!name.empty()) {
        const std::size_t size = utf8CharacterSize(name);
        const std::string_view character = name.substr(0, size == 0 ? 1 : size);
        // Replace characters that printable() spells out: they are invisible or misleading.
        const bool plain = size > 0 && printable(character) == character;
        if (safe.size() + character.size() > longestName)
            break;
        if (plain && meaningful.find(character) == std::string_view::npos)
            safe += character;
        else
            safe += '_';
        name.remove_prefix(character.size());
    }
    if (safe.empty())
        return "tensor";
    // Avoid hidden files, "." and "..", and trailing characters that some systems drop.
    if (safe.front() == '.' || safe.front() == '-' || safe.front() == ' ')
        safe.front() = '_';
    if (safe.back() == '.' || safe.back() == ' ')
        safe.back() = '_';
    return safe;
}

} // namespace

std::vector<std::string> safeFileNames(std::span<const std::string_view> names)
{
    std::vector<std::string> safe;
    safe.reserve(names.size());
    std::unordered_set<std::string, NameHash, std::equal_to<>> taken;
    NameMap<std::string, std::size_t> last; // the last number added to each name
    for (const std::string_view name : names) {
        const std::string base = safeName(name);
        std::string candidate = base;
        std::size_t& number = last.try_emplace(asciiLower(base), 1).first->second;
        while (!taken.insert(asciiLower(candidate)).second)
            candidate = base + '-' + std::to_string(++number);
        safe.push_back(std::move(candidate));
    }
    return safe;
}

bool isSafeMemberName(std::string_view name)
{
    constexpr std::size_t longest = 60'000;
    if (name.empty() || name.size() > longest || validUtf8Prefix(name) != name.size()
        || name.find_first_of(std::string_view("\\:\0", 3)) != std::string_view::npos)
        return false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::string_view part = name.substr(begin, name.find('/', begin) - begin);
        if (part.empty() || part == "." || part == "..")
            return false;
        begin += part.size() + 1;
    }
    return true;
}

} // namespace loupe
