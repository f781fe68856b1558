#include "saving/recipe/recipe_edits.h"

#include "core/dtype_spelling.h"
#include "core/name_hash.h"
#include "core/quantized_groups.h"
#include "core/text/ascii.h"
#include "saving/recipe/repeated_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace loupe {

namespace {

/// Whether a rule matches the item.
bool castItem(
    const std::vector<CastRule>& rules, bool dequantizes, RecipeItem& item, std::vector<std::uint64_t>& counts)
{
    // Until it is dequantized, a quantized weight has the type of its scheme rather than a dtype.
    const bool isKept = !dequantizes && item.source->quantized && item.source->quantized->of(item.tensor);
    const auto from = isKept ? std::nullopt : std::optional(item.dtype);
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const bool exact = from && rules[i].from == from;
        if (exact || (!rules[i].from && !(chosen && rules[*chosen].from)))
            chosen = i;
    }
    if (!chosen)
        return false;
    item.dtype = rules[*chosen].to;
    item.isDecoded = true; // a quantized weight counts as F32 and may even be cast to F32
    ++counts[*chosen];
    return true;
}

/// Makes one pass over the metadata, no matter how many edits there are. If a key is listed repeatedly, the first one
/// counts.
void dropMetadata(const std::vector<std::string>& keys, Metadata& metadata, std::vector<std::uint64_t>& counts)
{
    NameMap<std::string_view, std::size_t> dropped;
    for (std::size_t i = 0; i < keys.size(); ++i)
        dropped.emplace(keys[i], i);
    std::erase_if(metadata, [&](const auto& entry) {
        const auto found = dropped.find(entry.first);
        if (found == dropped.end())
            return false;
        ++counts[found->second];
        return true;
    });
}

void setMetadata(const Metadata& wanted, Metadata& metadata)
{
    metadata.reserve(metadata.size() + wanted.size()); // views into the keys must remain valid
    NameMap<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < metadata.size(); ++i)
        places.emplace(metadata[i].first, i);
    for (const auto& one : wanted) {
        const auto [known, isNew] = places.emplace(one.first, metadata.size());
        if (isNew)
            metadata.push_back(one);
        else
            metadata[known->second].second = one.second;
    }
}

void editMetadata(const RecipeEdits& edits, std::optional<Metadata>& metadata, EditCounts& counts)
{
    if (metadata && !edits.dropMetadata.empty())
        dropMetadata(edits.dropMetadata, *metadata, counts.dropMetadata);
    if (edits.setMetadata.empty())
        return;
    if (!metadata)
        metadata.emplace();
    setMetadata(edits.setMetadata, *metadata);
}

} // namespace

Result<std::pair<std::string, std::string>> parseMetadataEntry(std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return fail(ErrorCode::InvalidArgument, "expected KEY=VALUE");
    return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

Result<CastRule> CastRule::parse(std::string_view text)
{
    CastRule rule;
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
        const auto from = parseDType(text.substr(0, equals));
        if (!from)
            return fail(from.error());
        rule.from = *from;
        text.remove_prefix(equals + 1);
    }
    const auto to = parseDType(text);
    if (!to)
        return fail(to.error());
    rule.to = *to;
    return rule;
}

EditCounts applyEdits(const RecipeEdits& edits, Recipe& recipe)
{
    EditCounts counts;
    counts.renames.resize(edits.renames.size());
    counts.casts.resize(edits.casts.size());
    counts.defaultCasts.resize(edits.defaultCasts.size());
    counts.dropMetadata.resize(edits.dropMetadata.size());
    for (RecipeItem& item : recipe.items) {
        for (std::size_t i = 0; i < edits.renames.size(); ++i) {
            if (auto name = edits.renames[i].rewrite(item.name)) {
                item.name = std::move(*name);
                ++counts.renames[i];
            }
        }
        if (!castItem(edits.casts, edits.dequantizes, item, counts.casts))
            castItem(edits.defaultCasts, edits.dequantizes, item, counts.defaultCasts);
    }
    if (edits.numberRepeated)
        counts.numbered = numberRepeatedNames(recipe);
    editMetadata(edits, recipe.metadata, counts);
    return counts;
}

Result<std::uint64_t> parseByteSize(std::string_view text)
{
    struct Unit {
        std::string_view name;
        double factor;
    };
    static constexpr std::array units{Unit{"", 1}, Unit{"b", 1}, Unit{"k", 1e3}, Unit{"kb", 1e3}, Unit{"m", 1e6},
        Unit{"mb", 1e6}, Unit{"g", 1e9}, Unit{"gb", 1e9}, Unit{"t", 1e12}, Unit{"tb", 1e12}, Unit{"kib", 0x1p10},
        Unit{"mib", 0x1p20}, Unit{"gib", 0x1p30}, Unit{"tib", 0x1p40}};
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string name = asciiLower(std::string_view(end, text.data() + text.size()));
    name.erase(0, name.find_first_not_of(' '));
    const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& one) { return one.name == name; });
    const double bytes = unit == units.end() ? 0 : number * unit->factor;
    if (error != std::errc() || !(bytes >= 1) || bytes >= 0x1p63) {
        return fail(ErrorCode::InvalidArgument,
            "\"" + std::string(text) + "\" is not a size, expected a number of bytes such as 5GB or 500MiB");
    }
    return static_cast<std::uint64_t>(bytes);
}

} // namespace loupe
