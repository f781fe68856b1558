#include "analysis/filter/filter_completion.h"

#include "analysis/filter/filter_keys.h"
#include "analysis/filter/filter_words.h"
#include "analysis/filter/glob.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace loupe {

namespace {

using Choices = std::vector<FilterChoice>;
using ChoiceKind = FilterChoice::Kind;

constexpr std::size_t mostChoices = 50;
constexpr std::size_t leastInside = 2; ///< bytes; most names contain any given letter

/// The start of the word that ends at the cursor; nothing within quotes or slashes.
std::optional<std::size_t> wordBegin(std::string_view text, std::size_t cursor)
{
    std::size_t at = 0;
    while (at < cursor) {
        at = std::min(text.find_first_not_of(filterSpaces, at), cursor);
        const std::size_t begin = at;
        if (at < cursor && text[at] == '-')
            ++at;
        if (at >= cursor)
            return at;
        const std::size_t end = filterWordEnd(text.substr(at)).value_or(text.size() - at) + at;
        if (cursor <= end) {
            if (text[at] == '"' || text[at] == '/')
                return std::nullopt;
            return at;
        }
        at = std::max(end, begin + 1);
    }
    return cursor;
}

Choices entriesLike(const std::vector<FilterVocabulary::Entry>& entries, const std::string& typed, ChoiceKind kind)
{
    Choices choices;
    Choices inside;
    for (const FilterVocabulary::Entry& entry : entries) {
        const std::size_t found = asciiLower(entry.text).find(typed);
        if (found == 0)
            choices.push_back({entry.text, kind, entry.tensors});
        else if (found != std::string::npos && kind == ChoiceKind::Name && typed.size() >= leastInside)
            inside.push_back({entry.text, kind, entry.tensors});
    }
    choices.insert(choices.end(), inside.begin(), inside.end());
    return choices;
}

Choices startingWith(const std::vector<std::string>& values, std::string_view typed)
{
    Choices choices;
    for (const std::string& value : values) {
        if (value.starts_with(typed))
            choices.push_back({value, ChoiceKind::Value});
    }
    return choices;
}

std::vector<std::string> numbers(std::uint64_t first, std::uint64_t last)
{
    std::vector<std::string> values;
    for (std::uint64_t number = first; number <= last && values.size() < mostChoices; ++number)
        values.push_back(std::to_string(number));
    return values;
}

/// Ranges to the last layer, starting from what was typed or from the first layer.
Choices layerChoices(FilterVocabulary::Range layers, std::string_view typed)
{
    const std::string last = std::to_string(layers.second);
    const std::size_t dash = typed.find('-');
    const std::string_view from = typed.substr(0, dash);
    if (from.empty())
        return {{std::to_string(layers.first) + "-" + last, ChoiceKind::Value}};
    std::uint64_t first = 0;
    const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), first);
    if (error != std::errc() || end != from.data() + from.size() || first >= layers.second)
        return {};
    return startingWith({std::string(from) + "-" + last}, typed);
}

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        all.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

Choices valuesOf(const FilterKey& key, const std::string& typed, const FilterVocabulary* vocabulary)
{
    if (key.name == "status")
        return startingWith(filterStatuses(), typed);
    if (vocabulary && key.name == "dtype")
        return entriesLike(vocabulary->dtypes, typed, ChoiceKind::Value);
    if (vocabulary && key.name == "shape")
        return entriesLike(vocabulary->shapes, typed, ChoiceKind::Value);
    if (vocabulary && key.name == "layer")
        return vocabulary->layers ? layerChoices(*vocabulary->layers, typed) : Choices();
    if (vocabulary && key.name == "rank")
        return startingWith(numbers(0, vocabulary->ranks), typed);
    if (vocabulary && key.name == "shard")
        return startingWith(numbers(1, vocabulary->shards), typed);
    return startingWith(words(key.examples), typed);
}

Choices keysLike(const std::string& typed, FilterSubject subject)
{
    Choices choices;
    for (const FilterKey& key : filterKeys()) {
        if (key.isFor(subject) && key.name.starts_with(typed))
            choices.push_back({std::string(key.name) + ":", ChoiceKind::Key});
    }
    return choices;
}

} // namespace

FilterCompletion completeFilter(
    std::string_view text, std::size_t cursor, FilterSubject subject, const FilterVocabulary* vocabulary)
{
    FilterCompletion completion;
    cursor = std::min(cursor, text.size());
    const bool endsWord = cursor == text.size() || filterSpaces.find(text[cursor]) != std::string_view::npos;
    const auto begin = endsWord ? wordBegin(text, cursor) : std::nullopt;
    if (!begin)
        return completion;
    completion.begin = *begin;
    std::string typed = asciiLower(text.substr(*begin, cursor - *begin));
    if (const std::size_t colon = typed.find(':'); colon != std::string::npos) {
        const FilterKey* const key = findFilterKey(typed.substr(0, colon));
        if (!key || !key->isFor(subject))
            return completion;
        completion.begin += colon + 1;
        typed.erase(0, colon + 1);
        completion.choices = valuesOf(*key, typed, vocabulary);
    } else {
        completion.choices = keysLike(typed, subject);
        if (!typed.empty() && vocabulary && !Glob::isPattern(typed)) {
            const Choices names = entriesLike(vocabulary->parts, typed, ChoiceKind::Name);
            completion.choices.insert(completion.choices.end(), names.begin(), names.end());
        }
    }
    if (completion.choices.size() > mostChoices)
        completion.choices.resize(mostChoices);
    // A complete word needs no list of other words that contain it.
    if (std::ranges::any_of(completion.choices, [&](const FilterChoice& one) { return asciiLower(one.text) == typed; }))
        completion.choices.clear();
    return completion;
}

} // namespace loupe
