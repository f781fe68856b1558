#include "analysis/filter/no_match.h"

#include "analysis/filter/glob.h"
#include "core/block_number.h"
#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>

namespace loupe {

namespace {

using Checkpoints = std::span<const Checkpoint* const>;

template <typename Visit>
void visitTensors(Checkpoints checkpoints, const Visit& visit)
{
    for (const Checkpoint* const checkpoint : checkpoints) {
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i)
            visit(*checkpoint, i);
    }
}

bool matchesSome(const Filter::Word& word, Checkpoints checkpoints)
{
    return std::ranges::any_of(checkpoints, [&](const Checkpoint* checkpoint) {
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
            const auto passes = word.test(*checkpoint, i, {});
            if (passes && *passes != word.negated)
                return true;
        }
        return false;
    });
}

/// How many letters must be changed, added or removed to make one of the other.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back();
}

/// The parts of names that are most like `word`: "q_proj" for "qproj".
std::string similarParts(std::string_view word, Checkpoints checkpoints)
{
    constexpr std::size_t mostParts = 10'000; // to compare; far more than models have, but for made-up files
    constexpr std::size_t mostTensors = 100'000; // of a million, the rest is more of the same
    constexpr std::size_t mostListed = 3;
    constexpr std::size_t longest = 64;
    const std::string wanted = asciiLower(word);
    if (wanted.size() > longest)
        return {};
    std::unordered_set<std::string_view> seen;
    std::vector<std::pair<std::size_t, std::string_view>> similar;
    std::size_t visited = 0;
    visitTensors(checkpoints, [&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        if (visited++ >= mostTensors)
            return;
        std::string_view rest = checkpoint.tensors[tensor].name;
        while (!rest.empty() && seen.size() < mostParts) {
            const std::size_t end = std::min(rest.find_first_of("./"), rest.size());
            const std::string_view part = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (part.empty() || part.size() > longest || !seen.insert(part).second)
                continue;
            const std::size_t distance = editDistance(wanted, asciiLower(part));
            if (distance <= std::max<std::size_t>(1, wanted.size() / 3))
                similar.emplace_back(distance, part);
        }
    });
    std::ranges::stable_sort(similar, {}, [](const auto& one) { return one.first; });
    if (similar.size() > mostListed)
        similar.resize(mostListed);
    std::string text;
    for (const auto& [distance, part] : similar)
        text.append(text.empty() ? "" : ", ").append(printable(part));
    return text.empty() ? text : "similar names: " + text;
}

std::string presentDTypes(Checkpoints checkpoints)
{
    constexpr std::size_t mostListed = 8;
    std::set<std::string> names;
    visitTensors(checkpoints, [&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        if (names.size() <= mostListed)
            names.insert(printable(checkpoint.dtypeName(tensor)));
    });
    std::string text;
    std::size_t listed = 0;
    for (const std::string& name : names)
        text += listed++ == mostListed ? ", …" : (text.empty() ? "" : ", ") + name;
    return "the dtypes are " + text;
}

/// "layers are 0 to 31"; empty where no tensor has such a number.
template <typename Number>
std::string range(const char* what, Checkpoints checkpoints, const Number& number)
{
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t most = 0;
    visitTensors(checkpoints, [&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        const std::optional<std::uint64_t> value = number(checkpoint.tensors[tensor]);
        least = std::min(least, value.value_or(least));
        most = std::max(most, value.value_or(most));
    });
    if (least > most)
        return {};
    return std::string(what) + (least == most ? " is " : "s are ") + formatCount(least)
        + (least == most ? "" : " to " + formatCount(most));
}

/// What would match in place of a word that matches nothing; empty where nothing comes to mind.
std::string suggestion(std::string_view word, Checkpoints checkpoints)
{
    if (word.starts_with('/') || word.starts_with('"'))
        return {};
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos)
        return Glob::isPattern(word) ? std::string() : similarParts(word, checkpoints);
    const std::string key = asciiLower(word.substr(0, colon));
    if (key == "dtype")
        return presentDTypes(checkpoints);
    if (key == "layer") {
        const std::string known =
            range("layer number", checkpoints, [](const Tensor& t) { return layerNumber(t.name); });
        return known.empty() ? "no name has a layer number" : known;
    }
    if (key == "rank")
        return range("rank", checkpoints, [](const Tensor& t) { return std::optional(std::uint64_t(t.shape.size())); });
    if (key == "size")
        return range("size", checkpoints, [](const Tensor& t) { return std::optional(fileBytes(t)); });
    if (key == "params")
        return range("parameter count", checkpoints, [](const Tensor& t) { return elementCount(t.shape); });
    if (key == "shard")
        return range("shard", checkpoints, [](const Tensor& t) { return std::optional(std::uint64_t(t.file) + 1); });
    return {};
}

} // namespace

std::string whyNoMatch(const Filter& filter, std::span<const Checkpoint* const> checkpoints)
{
    std::string failing;
    std::string instead;
    bool asksMore = false;
    const bool isOneWord = filter.alternatives().size() == 1 && filter.alternatives().front().size() == 1;
    for (const std::vector<Filter::Word>& words : filter.alternatives()) {
        for (const Filter::Word& word : words) {
            if (word.asks != Filter::Asks::Structure || !word.test) {
                asksMore = true;
                continue;
            }
            if (!isOneWord && matchesSome(word, checkpoints)) // a single word is known to fail
                continue;
            if (failing.empty())
                instead = word.negated ? std::string() : suggestion(word.text, checkpoints);
            failing.append(failing.empty() ? "" : ", ").append((word.negated ? "-" : "") + printable(word.text));
        }
    }
    if (!failing.empty())
        return "nothing matches " + failing + (instead.empty() ? "" : "; " + instead);
    return asksMore || filter.keepsAll() ? "" : "each word matches tensors, but no tensor matches all of them";
}

} // namespace loupe
