/// Takes the first line of the input as a filter and the other lines as names of tensors. A filter is either parsed, or
/// refused with a position in it. It means the same as its words one by one, and simple words mean what their slow
/// twins say.

#include "analysis/filter/filter.h"
#include "analysis/parallel/parallel.h"
#include "core/dtype_spelling.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"
#include "fuzz/fuzzing.h"
#include "support/made_checkpoint.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace loupe;
using fuzz::require;

constexpr std::string_view spaces = " \t\r\n";
constexpr std::string_view alternative = "or";

std::shared_ptr<const Checkpoint> tensorsNamed(std::string_view names)
{
    constexpr std::array dtypes{DType::F32, DType::BF16, DType::F8_E4M3, DType::I64, DType::BOOL};
    test::MadeCheckpoint made;
    made->files.resize(3);
    for (std::size_t i = 0; i < 12 && !names.empty(); ++i) {
        const std::string_view name = names.substr(0, names.find('\n'));
        names.remove_prefix(std::min(name.size() + 1, names.size()));
        if (validUtf8Prefix(name) == name.size())
            made.add(name, dtypes[i % dtypes.size()], std::vector<std::uint64_t>(i % 4, i * 100),
                static_cast<std::uint32_t>(i % 3));
    }
    return made.take();
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lower(c); });
    return result;
}

/// Dynamic programming: keeps which prefixes of the name each prefix of the pattern matches.
bool plainGlob(std::string_view pattern, std::string_view name)
{
    std::vector<std::size_t> ends{0}; // byte offsets at which characters end
    while (ends.back() < name.size())
        ends.push_back(ends.back() + utf8CharacterSize(name.substr(ends.back())));
    const std::size_t count = ends.size();
    std::vector<char> matched(count, 0);
    matched[0] = 1;
    while (!pattern.empty()) {
        const std::size_t size = std::max<std::size_t>(utf8CharacterSize(pattern), 1);
        const std::string one = lower(pattern.substr(0, size));
        pattern.remove_prefix(size);
        std::vector<char> next(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            if (one == "*")
                next[i] = matched[i] != 0 || (i > 0 && next[i - 1] != 0);
            else if (i > 0)
                next[i] = matched[i - 1] != 0
                    && (one == "?" || one == lower(name.substr(ends[i - 1], ends[i] - ends[i - 1])));
        }
        matched = std::move(next);
    }
    return matched.back() != 0;
}

/// The answer of a word of "key:", a relation and digits; empty for any other word.
std::optional<bool> plainNumber(std::string_view word, std::string_view key, std::uint64_t value)
{
    if (!word.starts_with(key))
        return std::nullopt;
    word.remove_prefix(key.size());
    const std::string relation(word.substr(0, std::min(word.find_first_not_of("<>="), word.size())));
    word.remove_prefix(relation.size());
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.empty() || word.size() > 18 || error != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    if (relation.empty() || relation == "=")
        return value == number;
    if (relation == "<" || relation == "<=")
        return value < number || (relation == "<=" && value == number);
    if (relation == ">" || relation == ">=")
        return value > number || (relation == ">=" && value == number);
    return std::nullopt;
}

/// Whether the tensor matches a word that has no minus; empty if this twin does not support the word.
std::optional<bool> plainAnswer(std::string_view word, const Checkpoint& checkpoint, std::uint32_t index)
{
    const Tensor& tensor = checkpoint.tensors[index];
    if (validUtf8Prefix(word) != word.size() || word.front() == '/')
        return std::nullopt;
    if (word.front() == '"')
        return tensor.name == word.substr(1, word.size() - 2);
    if (word.find_first_of("*?:[{") == std::string_view::npos)
        return lower(tensor.name).find(lower(word)) != std::string::npos;
    if (word.find_first_of("[{") != std::string_view::npos)
        return std::nullopt;
    if (word.find(':') == std::string_view::npos)
        return plainGlob(word, tensor.name);
    if (word.starts_with("dtype:")) {
        const auto spelled = dtypeFromSpelling(word.substr(6));
        return plainGlob(spelled ? dtypeName(*spelled) : word.substr(6), checkpoint.dtypeName(index));
    }
    for (const auto& [key, value] :
        {std::pair("rank:", std::uint64_t{tensor.shape.size()}), std::pair("params:", tensor.elements()),
            std::pair("size:", tensor.bytes.size()), std::pair("shard:", std::uint64_t{tensor.file} + 1)}) {
        if (const auto answer = plainNumber(word, key, value))
            return answer;
    }
    return std::nullopt;
}

/// The words of a valid filter, including their minus signs.
std::vector<std::string_view> plainWords(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(spaces); at != std::string_view::npos;
         at = text.find_first_not_of(spaces, at)) {
        const std::size_t first = at + (text[at] == '-' ? 1 : 0);
        std::size_t end = first + 1;
        const bool marked = text[first] == '"' || text[first] == '/';
        const auto isEnd = [&] {
            return end >= text.size()
                || (spaces.find(text[end]) != std::string_view::npos
                    && (!marked || (end > first + 1 && text[end - 1] == text[first])));
        };
        while (!isEnd())
            ++end;
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

void checkFilter(std::string_view text, const Checkpoint& checkpoint)
{
    const auto filter = Filter::parse(text);
    if (!filter) {
        const std::string_view message = filter.error().message;
        constexpr std::string_view place = "at character ";
        require(message.starts_with(place), "what is refused has a place");
        const std::size_t number = std::strtoull(message.data() + place.size(), nullptr, 10);
        require(number > 0 && number <= characterCount(text) + 1, "which is in the text");
        return;
    }
    const auto words = plainWords(text);
    require(words.empty() == filter->keepsAll(), "a filter without words keeps all");
    std::vector<Filter> single;
    for (const std::string_view word : words) {
        auto one = Filter::parse(word == alternative ? std::string_view() : word);
        require(one.has_value(), "each word is a filter");
        single.push_back(std::move(*one));
    }
    const Filter::Values values = [](std::uint32_t tensor) -> std::optional<ValueCounts> {
        if (tensor % 3 == 0)
            return std::nullopt;
        return ValueCounts{.elements = 100,
            .nan = tensor % 2,
            .infinite = tensor,
            .zero = 10 * tensor,
            .subnormal = tensor,
            .sigmas = 5.0 * tensor,
            .constant = tensor % 2 == 0,
            .duplicate = tensor % 5 == 0};
    };
    const auto selected = filter->select(checkpoint, values);
    if (!selected) {
        require(selected.error().code == ErrorCode::InvalidFilter, "only a dtype that nothing has is refused");
        require(asciiLower(text).find("dtype:") != std::string::npos, "which the filter asks for");
        return;
    }
    for (std::uint32_t tensor = 0; tensor < checkpoint.tensors.size(); ++tensor) {
        bool any = false;
        bool all = true;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i] == alternative) {
                any = any || all;
                all = true;
                continue;
            }
            const bool holds = single[i].matches(checkpoint, tensor, values);
            all = all && holds;
            const bool negated = words[i].front() == '-';
            if (const auto plain = plainAnswer(words[i].substr(negated ? 1 : 0), checkpoint, tensor))
                require(holds == (*plain != negated), "a simple word means what its twin says");
        }
        any = any || all;
        require(filter->matches(checkpoint, tensor, values) == any, "words are joined by and, and by or");
        require(selected->contains(tensor) == any, "what matches is selected");
    }
}

/// Checks a filter of pairs: each tensor is paired with the next one, and the last one is alone.
void checkPairs(std::string_view text, FilterSubject subject, const Checkpoint& checkpoint)
{
    const auto filter = Filter::parse(text, subject);
    if (!filter)
        return;
    const auto structure = filter->part(Filter::Asks::Structure, Filter::Asks::Structure);
    const auto rest = filter->part(Filter::Asks::Values, Filter::Asks::Figures);
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        const std::uint32_t next = i + 1 < checkpoint.tensors.size() ? i + 1 : TensorPair::none;
        const TensorPair pair{.a = i, .b = next, .dtypeChanged = i % 2 == 0, .moved = i % 3 == 0};
        const PairFacts facts{.a = checkpoint,
            .b = checkpoint,
            .pair = pair,
            .status = static_cast<PairStatus>(i % 6),
            .maximum = i % 4 == 0 ? std::nullopt : std::optional(i * 1e-3),
            .relativeL2 = 0.01};
        require(filter->matches(facts) == (structure.matches(facts) && rest.matches(facts)),
            "parts of a filter are all of it");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadLimit(1);
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string_view text = input.substr(0, input.find('\n'));
    const auto checkpoint = tensorsNamed(input.substr(std::min(text.size() + 1, input.size())));
    checkFilter(text, *checkpoint);
    for (const FilterSubject subject : {FilterSubject::Pairs, FilterSubject::PairsWithValues})
        checkPairs(text, subject, *checkpoint);
    return 0;
}
