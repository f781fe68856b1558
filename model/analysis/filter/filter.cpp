#include "analysis/filter/filter.h"

#include "analysis/filter/filter_words.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/health.h"
#include "analysis/statistics/health_remarks.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace loupe {

namespace {

/// The 1-based position of `offset` in characters, not bytes.
std::string characterAt(std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, offset);
    const auto count = std::count_if(
        before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; });
    return "at character " + std::to_string(count + 1) + ": ";
}

} // namespace

std::optional<std::size_t> filterWordEnd(std::string_view text)
{
    const char mark = text.front();
    if (mark != '"' && mark != '/')
        return std::min(text.find_first_of(filterSpaces), text.size());
    for (std::size_t end = text.find(mark, 1); end != std::string_view::npos; end = text.find(mark, end + 1)) {
        // Slashes within a regular expression do not end it.
        if (end + 1 == text.size() || filterSpaces.find(text[end + 1]) != std::string_view::npos)
            return end + 1;
    }
    return std::nullopt;
}

std::optional<ValueCounts> valueCounts(const Tensor& tensor, const Health& health)
{
    return valueCounts(health, healthOf(tensor, health));
}

std::optional<ValueCounts> valueCounts(const Health& health, const HealthSums& remarks)
{
    const Summary& summary = health.summary;
    if (!summary.nan || !summary.positiveInf || !summary.negativeInf)
        return std::nullopt;
    return ValueCounts{.elements = presentElements(summary),
        .nan = remarks.nan,
        .infinite = remarks.infinite,
        .zero = summary.zero,
        .subnormal = summary.subnormal,
        .sigmas = health.sigmas,
        .constant = health.constant,
        .duplicate = health.duplicateOf.has_value() && !health.constant,
        .warning = remarks.worst().has_value()};
}

std::optional<ValueCounts> valueCounts(const Tensor& tensor, const Summary& summary)
{
    auto counts = valueCounts(
        tensor, Health{.summary = summary, .constant = isConstant(summary), .sigmas = farthestSigmas(summary)});
    if (counts)
        counts->duplicate.reset(); // other tensors were not compared
    return counts;
}

Result<Filter> Filter::parse(std::string_view text, FilterSubject subject)
{
    constexpr std::string_view alternative = "or";
    Filter filter;
    filter.m_subject = subject;
    std::vector<Word> words;
    const auto endAlternative = [&](std::size_t at, std::string_view where) -> Result<> {
        if (words.empty())
            return fail(ErrorCode::InvalidArgument,
                characterAt(text, at) + "expected a word " + std::string(where)
                    + " \"or\"; /or/ looks for it in names");
        // Slower words are only evaluated for items that match all faster ones.
        std::stable_sort(
            words.begin(), words.end(), [](const Word& one, const Word& other) { return one.asks < other.asks; });
        filter.m_alternatives.push_back(std::exchange(words, {}));
        return {};
    };
    std::size_t at = text.find_first_not_of(filterSpaces);
    if (at == std::string_view::npos)
        return filter;
    std::size_t lastOr = at;
    while (at != std::string_view::npos) {
        const std::size_t start = at;
        const bool negated = text[at] == '-';
        at += negated;
        if (at == text.size() || filterSpaces.find(text[at]) != std::string_view::npos)
            return fail(ErrorCode::InvalidArgument, characterAt(text, at) + "expected a word after \"-\"");
        const auto length = filterWordEnd(text.substr(at));
        if (!length) {
            return fail(ErrorCode::InvalidArgument,
                characterAt(text, start) + "expected a closing " + (text[at] == '"' ? "quote" : "slash"));
        }
        if (!negated && asciiLower(text.substr(at, *length)) == alternative) {
            if (auto ended = endAlternative(at, "before"); !ended)
                return fail(std::move(ended.error()));
            lastOr = at;
        } else {
            auto word = parseFilterWord(text.substr(at, *length), subject);
            if (!word)
                return fail(ErrorCode::InvalidArgument, characterAt(text, start) + word.error().message);
            word->negated = negated;
            word->text = text.substr(at, *length);
            words.push_back(std::move(*word));
        }
        at = text.find_first_not_of(filterSpaces, at + *length);
    }
    if (auto ended = endAlternative(lastOr, "after"); !ended)
        return fail(std::move(ended.error()));
    if (filter.m_alternatives.size() > 1 && filter.asks(Asks::Values)
        && (filter.asks(Asks::Status) || filter.asks(Asks::Figures))) {
        return fail(ErrorCode::InvalidArgument,
            characterAt(text, lastOr) + "\"or\" cannot join words about values with words about differences");
    }
    return filter;
}

bool Filter::isStored(const Word& word, const Checkpoint& checkpoint)
{
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (word.test(checkpoint, i, {}).value_or(false))
            return true;
    }
    return false;
}

Result<> Filter::check(const Checkpoint& checkpoint, const Checkpoint* other) const
{
    for (const std::vector<Word>& words : m_alternatives) {
        for (const Word& word : words) {
            if (word.storedDType.empty() || isStored(word, checkpoint) || (other && isStored(word, *other)))
                continue;
            return fail(ErrorCode::InvalidFilter,
                "unknown dtype in dtype:" + word.storedDType
                    + ", expected one such as dtype:bf16, dtype:float32 or dtype:f8*");
        }
    }
    return {};
}

bool Filter::needsValues() const
{
    return std::ranges::any_of(m_alternatives, [](const std::vector<Word>& words) {
        return std::ranges::any_of(words, [](const Word& word) { return word.asks != Asks::Structure; });
    });
}

bool Filter::asks(Asks what) const
{
    return std::ranges::any_of(m_alternatives, [&](const std::vector<Word>& words) {
        return std::ranges::any_of(words, [&](const Word& word) { return word.asks == what; });
    });
}

bool Filter::comparesTensors() const
{
    return std::ranges::any_of(m_alternatives,
        [](const std::vector<Word>& words) { return std::ranges::any_of(words, &Word::comparesTensors); });
}

Filter Filter::part(Asks first, Asks last) const
{
    // A single alternative can be decided word by word. With several, a stage also needs the earlier words, since it is
    // not recorded which of them the tensor matched.
    const bool isOne = m_alternatives.size() == 1;
    Filter some;
    some.m_subject = m_subject;
    bool isAsked = false;
    for (const std::vector<Word>& words : m_alternatives) {
        std::vector<Word> asked;
        std::ranges::copy_if(words, std::back_inserter(asked),
            [&](const Word& word) { return (!isOne || word.asks >= first) && word.asks <= last; });
        if (asked.empty())
            return {};
        isAsked = isAsked || asked.back().asks >= first;
        some.m_alternatives.push_back(std::move(asked));
    }
    return isAsked ? some : Filter();
}

template <typename Passes>
bool Filter::anyHolds(const Passes& passes) const
{
    return m_alternatives.empty() || std::ranges::any_of(m_alternatives, [&](const std::vector<Word>& words) {
        return std::ranges::all_of(words, [&](const Word& word) {
            const std::optional<bool> known = passes(word);
            return known && *known != word.negated;
        });
    });
}

bool Filter::matches(const Checkpoint& checkpoint, std::uint32_t tensor, const Values& values) const
{
    return anyHolds([&](const Word& word) { return word.test(checkpoint, tensor, values); });
}

bool Filter::matches(const PairFacts& facts) const
{
    const auto holds = [&](const Word& word) {
        std::optional<bool> either; // nothing if both are unknown
        const auto ask = [&](const Checkpoint& checkpoint, std::uint32_t tensor, const Values* values) {
            if (tensor == TensorPair::none)
                return;
            if (const auto passes = word.test(checkpoint, tensor, values ? *values : Values()))
                either = either.value_or(false) || *passes;
        };
        ask(facts.a, facts.pair.a, facts.valuesA);
        ask(facts.b, facts.pair.b, facts.valuesB);
        return either;
    };
    return anyHolds([&](const Word& word) { return word.pairTest ? word.pairTest(facts) : holds(word); });
}

Result<TensorSet> Filter::select(const Checkpoint& checkpoint, const Values& values, const Work& work) const
{
    // A multiple of the bits in a word of the set, so that no two pieces write to the same word.
    constexpr std::uint32_t perPiece = 1 << 14;
    const auto total = static_cast<std::uint32_t>(checkpoint.tensors.size());
    TensorSet kept(total);
    if (auto valid = check(checkpoint); !valid)
        return fail(std::move(valid.error()));
    auto done = runPieces(
        (std::uint64_t{total} + perPiece - 1) / perPiece, work, [&](std::uint64_t piece, std::size_t) -> Result<> {
            const auto first = static_cast<std::uint32_t>(piece * perPiece);
            for (std::uint32_t tensor = first; tensor < first + std::min(perPiece, total - first); ++tensor) {
                if (matches(checkpoint, tensor, values))
                    kept.insert(tensor);
            }
            return {};
        });
    if (!done)
        return fail(std::move(done.error()));
    return kept;
}

} // namespace loupe
