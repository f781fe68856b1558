#include "analysis/filter/no_match.h"

#include "analysis/filter/glob.h"
#include "analysis/filter/repaired_words.h"
#include "core/text/ascii.h"
#include "core/text/block_number.h"
#include "core/text/edit_distance.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Longer parts of names, in bytes, are not compared with what was typed.
constexpr std::size_t longestPart = 64;

/// The tensors to search, until the work is stopped.
class Checkpoints {
public:
    Checkpoints(std::span<const Checkpoint* const> checkpoints, Work work = {})
        : m_checkpoints(checkpoints)
        , m_work(std::move(work))
    {
    }

    bool isStopped() const { return m_work.stopped(); }

    /// The distinct parts of names, without those that nobody types. Collected once.
    const std::vector<std::string_view>& parts()
    {
        if (!m_parts)
            m_parts = collectParts();
        return *m_parts;
    }

    /// Caches whether a word, by its text, matches any tensor, to the extent that is known, since each check reads all
    /// names.
    std::map<std::string, bool>& matches() { return m_matches; }

    /// Whether `matches` is true for any tensor; stops at the first.
    template <typename Matches>
    bool any(const Matches& matches) const
    {
        constexpr std::uint32_t stopInterval = 1 << 12;
        for (const Checkpoint* const checkpoint : m_checkpoints) {
            for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
                if (i % stopInterval == 0 && isStopped())
                    return false;
                if (matches(*checkpoint, i))
                    return true;
            }
        }
        return false;
    }

    template <typename Visit>
    void visit(const Visit& use) const
    {
        any([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
            use(checkpoint, tensor);
            return false;
        });
    }

private:
    std::vector<std::string_view> collectParts() const
    {
        constexpr std::size_t mostParts = 10'000; // limit for comparisons; far more than real models have
        constexpr std::size_t mostTensors = 100'000; // with a million tensors, the rest is more of the same
        std::vector<std::string_view> parts;
        std::unordered_set<std::string_view> seen;
        std::string_view before;
        std::size_t visited = 0;
        any([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
            std::string_view rest = checkpoint.tensors[tensor].name;
            // Skips the parts shared with the previous name, which were already collected, up to the part where they
            // differ.
            const auto differs = std::ranges::mismatch(rest, before).in1;
            const std::string_view shared(rest.data(), static_cast<std::size_t>(differs - rest.begin()));
            before = rest;
            rest.remove_prefix(shared.find_last_of("./") + 1);
            while (!rest.empty() && parts.size() < mostParts) {
                const std::string_view part = rest.substr(0, partEnd(rest));
                rest.remove_prefix(std::min(part.size() + 1, rest.size()));
                if (!part.empty() && part.size() <= longestPart && seen.insert(part).second)
                    parts.push_back(part);
            }
            return parts.size() == mostParts || ++visited == mostTensors;
        });
        return parts;
    }

    std::span<const Checkpoint* const> m_checkpoints;
    Work m_work;
    std::optional<std::vector<std::string_view>> m_parts;
    std::map<std::string, bool> m_matches;
};

/// The word as typed.
std::string textOf(const Filter::Word& word)
{
    return (word.negated ? "-" : "") + word.text;
}

bool matchesSome(const Filter::Word& word, Checkpoints& checkpoints)
{
    const auto [known, isNew] = checkpoints.matches().emplace(textOf(word), false);
    if (isNew) {
        known->second = checkpoints.any([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
            const auto passes = word.test(checkpoint, tensor, {});
            return passes && *passes != word.negated;
        });
    }
    return known->second;
}

/// The parts of names most similar to `word`, the closest first: "q_proj" for "qproj".
std::vector<std::string_view> similarParts(std::string_view word, Checkpoints& checkpoints)
{
    constexpr std::size_t mostListed = 3;
    const std::string wanted = asciiLower(word);
    if (wanted.size() > longestPart)
        return {};
    std::vector<std::pair<std::size_t, std::string_view>> similar;
    for (const std::string_view part : checkpoints.parts()) {
        const std::size_t distance = editDistance(wanted, asciiLower(part));
        if (distance <= std::max<std::size_t>(1, wanted.size() / 3))
            similar.emplace_back(distance, part);
    }
    std::ranges::stable_sort(similar, {}, [](const auto& one) { return one.first; });
    if (similar.size() > mostListed)
        similar.resize(mostListed);
    std::vector<std::string_view> parts;
    parts.reserve(similar.size());
    for (const auto& [distance, part] : similar)
        parts.push_back(part);
    return parts;
}

std::string similarNames(std::string_view word, Checkpoints& checkpoints)
{
    std::string text;
    for (const std::string_view part : similarParts(word, checkpoints))
        text.append(text.empty() ? "" : ", ").append(printable(part));
    return text.empty() ? text : "similar names: " + text;
}

/// The most similar dtype as a word, "dtype:bf16"; empty if none is similar.
std::string similarDType(std::string_view wanted, Checkpoints& checkpoints)
{
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(1, wanted.size() / 2) + 1;
    std::set<std::string_view> seen;
    checkpoints.visit([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        constexpr std::size_t mostSeen = 100;
        const std::string_view name = checkpoint.dtypeName(tensor);
        if (seen.size() >= mostSeen || !seen.insert(name).second)
            return;
        const std::size_t distance = editDistance(asciiLower(wanted), asciiLower(name));
        if (distance < bestDistance) {
            best = "dtype:" + asciiLower(name);
            bestDistance = distance;
        }
    });
    return best;
}

std::string presentDTypes(Checkpoints& checkpoints)
{
    constexpr std::size_t mostListed = 8;
    std::set<std::string> names;
    checkpoints.visit([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        if (names.size() <= mostListed)
            names.insert(printable(checkpoint.dtypeName(tensor)));
    });
    std::string text;
    std::size_t listed = 0;
    for (const std::string& name : names)
        text += listed++ == mostListed ? ", …" : (text.empty() ? "" : ", ") + name;
    return "the dtypes are " + text;
}

/// "layers are 0 to 31"; empty if no tensor has such a number.
template <typename Number>
std::string range(const char* what, Checkpoints& checkpoints, const Number& number)
{
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t most = 0;
    checkpoints.visit([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        const std::optional<std::uint64_t> value = number(checkpoint.tensors[tensor]);
        least = std::min(least, value.value_or(least));
        most = std::max(most, value.value_or(most));
    });
    if (least > most)
        return {};
    return std::string(what) + (least == most ? " is " : "s are ") + formatCount(least)
        + (least == most ? "" : " to " + formatCount(most));
}

/// What exists in place of what a word asks for; empty if unknown.
std::string whatThereIs(std::string_view word, Checkpoints& checkpoints)
{
    if (word.starts_with('/') || word.starts_with('"'))
        return {};
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos)
        return Glob::isPattern(word) ? std::string() : similarNames(word, checkpoints);
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

using Words = std::vector<std::string>;

std::string joined(const Words& words)
{
    std::string text;
    for (const std::string& word : words) {
        if (!word.empty())
            text.append(text.empty() ? "" : " ").append(word);
    }
    return text;
}

/// Whether any tensor matches all words about names, dtypes and shapes.
bool keepsSome(const std::string& text, FilterSubject subject, Checkpoints& checkpoints)
{
    const auto filter = Filter::parse(text, subject);
    if (!filter || filter->keepsAll())
        return false;
    const auto passes = [](const Filter::Word& word, const Checkpoint& checkpoint, std::uint32_t tensor) {
        return word.asks != Filter::Asks::Structure || !word.test
            || word.test(checkpoint, tensor, {}).value_or(word.negated) != word.negated;
    };
    return checkpoints.any([&](const Checkpoint& checkpoint, std::uint32_t tensor) {
        return std::ranges::any_of(filter->alternatives(), [&](const std::vector<Filter::Word>& words) {
            return std::ranges::all_of(
                words, [&](const Filter::Word& word) { return passes(word, checkpoint, tensor); });
        });
    });
}

Words candidates(std::string_view word, Checkpoints& checkpoints)
{
    Words all = repairedWords(word);
    if (const std::string_view key = "dtype:"; asciiLower(word).starts_with(key))
        all.push_back(similarDType(word.substr(key.size()), checkpoints));
    if (word.find_first_of(":\"/*?[{") == std::string_view::npos) {
        const auto parts = similarParts(word, checkpoints);
        all.insert(all.end(), parts.begin(), parts.end());
    }
    std::erase(all, word);
    return all;
}

/// For words that each match something, though no tensor matches all: the words without the last one that conflicts
/// with the others. Empty if removing one is not enough.
std::string withoutOne(Words words, FilterSubject subject, Checkpoints& checkpoints)
{
    constexpr std::size_t mostWords = 8; // each reads all names
    if (words.size() > mostWords)
        return {};
    for (std::size_t i = words.size(); i > 0; --i) {
        std::string& word = words[i - 1];
        const std::string without = std::exchange(word, {});
        if (keepsSome(joined(words), subject, checkpoints))
            return joined(words);
        word = without;
    }
    return {};
}

/// The words of an alternative with failing ones replaced, so that they match something together; empty if impossible.
std::string repaired(const std::vector<Filter::Word>& alternative, FilterSubject subject, Checkpoints& checkpoints)
{
    constexpr std::size_t mostRepaired = 4; // each reads all names a few times
    Words failing;
    std::vector<std::size_t> places;
    Words words;
    for (const Filter::Word& word : alternative) {
        const bool fails = word.asks == Filter::Asks::Structure && word.test && !matchesSome(word, checkpoints);
        if (fails && word.negated)
            return {};
        words.push_back(textOf(word));
        if (fails) {
            places.push_back(words.size() - 1);
            failing.push_back(std::exchange(words.back(), {}));
        }
    }
    if (failing.size() > mostRepaired)
        return {};
    for (std::size_t i = 0; i < failing.size(); ++i) {
        std::string& place = words[places[i]];
        const Words all = candidates(failing[i], checkpoints);
        const auto found = std::ranges::find_if(all, [&](const std::string& candidate) {
            place = candidate;
            return keepsSome(joined(words), subject, checkpoints);
        });
        if (found == all.end())
            return {};
    }
    if (!failing.empty())
        return joined(words);
    if (!keepsSome(joined(words), subject, checkpoints))
        return withoutOne(std::move(words), subject, checkpoints);
    // Otherwise it depends on values, or on another part of the filter.
    const bool isDecided =
        std::ranges::all_of(alternative, [](const Filter::Word& word) { return word.asks == Filter::Asks::Structure; });
    return isDecided ? joined(words) : std::string();
}

/// The alternatives, further split at words that users mean as "or".
std::vector<std::vector<Filter::Word>> splitAtOr(
    const std::vector<std::vector<Filter::Word>>& alternatives, Checkpoints& checkpoints)
{
    std::vector<std::vector<Filter::Word>> split;
    for (const std::vector<Filter::Word>& words : alternatives) {
        split.emplace_back();
        for (const Filter::Word& word : words) {
            if (!word.negated && isMeantAsOr(word.text) && !matchesSome(word, checkpoints))
                split.emplace_back();
            else
                split.back().push_back(word);
        }
    }
    return split;
}

std::string matchingInstead(const Filter& filter, Checkpoints& checkpoints)
{
    constexpr std::size_t mostAlternatives = 8;
    if (filter.alternatives().size() > mostAlternatives)
        return {};
    std::string text;
    for (const std::vector<Filter::Word>& words : splitAtOr(filter.alternatives(), checkpoints)) {
        if (const std::string one = repaired(words, filter.subject(), checkpoints); !one.empty())
            text.append(text.empty() ? "" : " or ").append(one);
    }
    return text;
}

std::string whyNoMatch(const Filter& filter, Checkpoints& checkpoints)
{
    std::string failing;
    std::string instead;
    bool asksMore = false;
    for (const std::vector<Filter::Word>& words : filter.alternatives()) {
        for (const Filter::Word& word : words) {
            if (word.asks != Filter::Asks::Structure || !word.test) {
                asksMore = true;
                continue;
            }
            if (matchesSome(word, checkpoints))
                continue;
            if (failing.empty())
                instead = word.negated ? std::string() : whatThereIs(word.text, checkpoints);
            failing.append(failing.empty() ? "" : ", ").append(printable(textOf(word)));
        }
    }
    if (!failing.empty())
        return "nothing matches " + failing + (instead.empty() ? "" : "; " + instead);
    return asksMore || filter.keepsAll() ? "" : "each word matches tensors, but no tensor matches all of them";
}

} // namespace

NoMatch explainNoMatch(const Filter& filter, std::span<const Checkpoint* const> checkpoints, const Work& work)
{
    Checkpoints searched(checkpoints, work);
    if (const auto& all = filter.alternatives(); all.size() == 1 && all.front().size() == 1)
        searched.matches().emplace(textOf(all.front().front()), false); // since the filter matches nothing
    NoMatch noMatch{whyNoMatch(filter, searched), matchingInstead(filter, searched)};
    return searched.isStopped() ? NoMatch() : noMatch;
}

std::vector<std::string> deadAlternatives(const Filter& filter, std::span<const Checkpoint* const> checkpoints)
{
    constexpr std::size_t mostAlternatives = 8; // each of them reads all names
    std::vector<std::string> dead;
    if (filter.alternatives().size() < 2 || filter.alternatives().size() > mostAlternatives)
        return dead;
    Checkpoints searched(checkpoints);
    for (const std::vector<Filter::Word>& alternative : filter.alternatives()) {
        Words words;
        for (const Filter::Word& word : alternative)
            words.push_back(textOf(word));
        const std::string text = joined(words);
        const auto alone = Filter::parse(text, filter.subject());
        if (!alone || keepsSome(text, filter.subject(), searched))
            continue;
        const std::string why = noMatchText(explainNoMatch(*alone, checkpoints));
        dead.push_back(words.size() == 1 && !why.empty()
                ? why
                : "no tensor matches " + printable(text) + (why.empty() ? "" : ": " + why));
    }
    return dead;
}

std::string noMatchText(const NoMatch& noMatch)
{
    if (noMatch.instead.empty())
        return noMatch.why;
    return (noMatch.why.empty() ? "" : noMatch.why + "; ") + "try " + printable(noMatch.instead);
}

} // namespace loupe
