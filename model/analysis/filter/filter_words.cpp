#include "analysis/filter/filter_words.h"

#include "analysis/filter/filter_keys.h"
#include "analysis/filter/glob.h"
#include "analysis/filter/name_pattern.h"
#include "core/dtype_spelling.h"
#include "core/quantization.h"
#include "core/quantized_groups.h"
#include "core/text/ascii.h"
#include "core/text/block_number.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

namespace {

using Test = Filter::Test;
using Number = long double; // represents every 64-bit count exactly

struct Unit {
    std::string_view name; // lowercase
    Number factor;
};

constexpr Number kilo = 1000;
constexpr Number kibi = 1024;
constexpr std::array byteUnits{Unit{"b", 1}, Unit{"k", kilo}, Unit{"kb", kilo}, Unit{"m", kilo* kilo},
    Unit{"mb", kilo* kilo}, Unit{"g", kilo* kilo* kilo}, Unit{"gb", kilo* kilo* kilo},
    Unit{"t", kilo* kilo* kilo* kilo}, Unit{"tb", kilo* kilo* kilo* kilo}, Unit{"kib", kibi}, Unit{"mib", kibi* kibi},
    Unit{"gib", kibi* kibi* kibi}, Unit{"tib", kibi* kibi* kibi* kibi}};
constexpr std::array countUnits{Unit{"k", kilo}, Unit{"m", kilo* kilo}, Unit{"g", kilo* kilo* kilo},
    Unit{"b", kilo* kilo* kilo}, Unit{"t", kilo* kilo* kilo* kilo}};
constexpr std::array shareUnits{Unit{"%", 1}};

/// A condition such as "is greater than 5", with its unit.
struct Condition {
    enum class Relation : std::uint8_t { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };
    Relation relation = Relation::Equal;
    Number number = 0; // multiplied by the unit's factor
    std::string unit;

    bool holds(Number value) const
    {
        switch (relation) {
        case Relation::Less:
            return value < number;
        case Relation::LessOrEqual:
            return value <= number;
        case Relation::Greater:
            return value > number;
        case Relation::GreaterOrEqual:
            return value >= number;
        case Relation::Equal:
            break;
        }
        return value == number;
    }
};

Condition::Relation takeRelation(std::string_view& text)
{
    using Relation = Condition::Relation;
    // Longer spellings first.
    constexpr std::array<std::pair<std::string_view, Relation>, 5> spellings{{{">=", Relation::GreaterOrEqual},
        {"<=", Relation::LessOrEqual}, {">", Relation::Greater}, {"<", Relation::Less}, {"=", Relation::Equal}}};
    for (const auto& [spelling, relation] : spellings) {
        if (text.starts_with(spelling)) {
            text.remove_prefix(spelling.size());
            return relation;
        }
    }
    return Relation::Equal;
}

std::optional<Condition> parseCondition(std::string_view text, std::span<const Unit> units)
{
    Condition condition;
    condition.relation = takeRelation(text);
    // "nan" and "inf" are not valid numbers here; and GCC 12's library reads past the end of the text when parsing
    // them.
    if (text.empty() || std::string_view("0123456789.").find(text.front()) == std::string_view::npos)
        return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), condition.number);
    if (error != std::errc() || !std::isfinite(condition.number) || condition.number < 0)
        return std::nullopt;
    condition.unit = asciiLower(text.substr(static_cast<std::size_t>(end - text.data())));
    if (condition.unit.empty())
        return condition;
    const auto unit =
        std::find_if(units.begin(), units.end(), [&](const Unit& one) { return one.name == condition.unit; });
    if (unit == units.end())
        return std::nullopt;
    condition.number *= unit->factor;
    return condition;
}

/// A word about a number that is known without reading values.
template <typename Get>
Result<Test> numberTest(std::string_view text, std::span<const Unit> units, std::string_view example, Get get)
{
    const auto condition = parseCondition(text, units);
    if (!condition)
        return fail(ErrorCode::InvalidArgument, "expected a number, such as " + std::string(example));
    return [condition = *condition, get](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
        return std::optional(condition.holds(static_cast<Number>(get(checkpoint.tensors[tensor]))));
    };
}

/// A word about values: a count or, with %, a share of the elements.
template <typename Get>
Result<Test> valueTest(std::string_view text, std::string_view example, Get get)
{
    const auto condition = parseCondition(text, shareUnits);
    if (!condition)
        return fail(ErrorCode::InvalidArgument, "expected a number or a percentage, such as " + std::string(example));
    return [condition = *condition, get](
               const Checkpoint&, std::uint32_t tensor, const Filter::Values& values) -> std::optional<bool> {
        const auto known = values ? values(tensor) : std::nullopt;
        const std::optional<std::uint64_t> count = known ? get(*known) : std::nullopt;
        if (!count)
            return std::nullopt;
        if (condition.unit.empty())
            return condition.holds(static_cast<Number>(*count));
        const auto all = static_cast<Number>(std::max<std::uint64_t>(known->elements, 1));
        return condition.holds(static_cast<Number>(*count) * 100 / all);
    };
}

/// A word about a figure of the values.
template <typename Get>
Result<Test> valueFigureTest(std::string_view text, std::string_view example, Get get)
{
    const auto condition = parseCondition(text, {});
    if (!condition)
        return fail(ErrorCode::InvalidArgument, "expected a number, such as " + std::string(example));
    return [condition = *condition, get](
               const Checkpoint&, std::uint32_t tensor, const Filter::Values& values) -> std::optional<bool> {
        const auto known = values ? values(tensor) : std::nullopt;
        const std::optional<double> figure = known ? get(*known) : std::nullopt;
        return figure ? std::optional(condition.holds(static_cast<Number>(*figure))) : std::nullopt;
    };
}

/// A word about values that is answered with yes or no.
template <typename Get>
Result<Test> valueFlagTest(std::string_view text, std::string_view key, Get get)
{
    const std::string answer = asciiLower(text);
    if (answer != "yes" && answer != "no")
        return fail(ErrorCode::InvalidArgument, "expected yes or no, such as " + std::string(key) + ":yes");
    return [wanted = answer == "yes", get](
               const Checkpoint&, std::uint32_t tensor, const Filter::Values& values) -> std::optional<bool> {
        const auto known = values ? values(tensor) : std::nullopt;
        const std::optional<bool> flag = known ? get(*known) : std::nullopt;
        return flag ? std::optional(*flag == wanted) : std::nullopt;
    };
}

Result<Filter::Word> dtypeWord(std::string_view text)
{
    if (text.empty())
        return fail(ErrorCode::InvalidArgument, "expected a dtype, such as dtype:bf16");
    const auto spelled = dtypeFromSpelling(text);
    auto glob = Glob::parse(spelled ? dtypeName(*spelled) : text);
    if (!glob)
        return fail(glob.error());
    const auto matches = [&](std::string_view name) { return glob->matches(name); };
    bool isKnown = std::ranges::any_of(formatTypeNames(), matches);
    for (std::size_t i = 0; i < dtypeCount; ++i)
        isKnown = isKnown || matches(dtypeName(static_cast<DType>(i)));
    Filter::Word word{
        .test = [glob = std::move(*glob)](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
            return std::optional(glob.matches(checkpoint.dtypeName(tensor)));
        }};
    if (!isKnown) // either a type of the file's own, or a typo
        word.storedDType = std::string(text);
    return word;
}

Result<Test> quantTest(std::string_view text)
{
    if (text.empty())
        return fail(ErrorCode::InvalidArgument, "expected a quantized type, such as quant:nvfp4 or quant:*");
    const std::string lower = asciiLower(text);
    constexpr std::array<std::string_view, 5> writers{
        "compressed-tensors", "compressed_tensors", "comfy", "comfyui", "modelopt"};
    if (std::ranges::find(writers, lower) != writers.end())
        return fail(ErrorCode::InvalidArgument,
            "expected what is stored, not what wrote it: quant:int4, quant:nvfp4, quant:fp8 or quant:*");
    std::vector<std::string> wanted{std::string(text)};
    if (lower == "fp8") // names of 8-bit float types begin with F8, like their dtypes
        wanted = {"f8"};
    else if (lower == "bnb" || lower == "bitsandbytes")
        wanted = {"llm.int8", "nf4", "fp4"};
    std::vector<Glob> globs;
    for (const std::string& begin : wanted) {
        for (const std::string_view rest : {"", " *", "-*", "_*", "[0-9]*"}) {
            auto glob = Glob::parse(begin + std::string(rest));
            if (!glob)
                return fail(std::move(glob.error()));
            globs.push_back(std::move(*glob));
        }
    }
    return Test([globs = std::move(globs)](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
        const bool isUndecoded = checkpoint.quantized && checkpoint.quantized->of(tensor);
        if (!isUndecoded && !isQuantized(checkpoint.tensors[tensor]))
            return std::optional(false);
        const std::string_view type = checkpoint.dtypeName(tensor);
        return std::optional(std::ranges::any_of(globs, [&](const Glob& glob) { return glob.matches(type); }));
    });
}

Result<Test> shapeTest(std::string_view text)
{
    if (text.empty() || text.find_first_not_of("0123456789xX*?[-!^]{,}") != std::string_view::npos)
        return fail(ErrorCode::InvalidArgument, "expected dimensions joined by x, such as shape:4096x*");
    auto glob = Glob::parse(text);
    if (!glob)
        return fail(std::move(glob.error()));
    return Test([glob = std::move(*glob)](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
        return std::optional(glob.matches(filterShape(checkpoint.tensors[tensor].shape)));
    });
}

/// A range of numbers, both ends included.
struct LayerRange {
    Condition from;
    std::optional<Condition> to;

    bool contains(std::uint64_t layer) const { return from.holds(Number(layer)) && (!to || to->holds(Number(layer))); }
};

/// "3", "3-7", "38-" or ">=38".
Result<LayerRange> parseLayerRange(std::string_view text)
{
    using enum Condition::Relation;
    const std::size_t dash = text.find('-');
    const auto from = parseCondition(text.substr(0, dash), {});
    const auto wrong = fail(ErrorCode::InvalidArgument, "expected numbers or ranges, such as layer:3-7 or layer:3,5");
    if (!from)
        return wrong;
    LayerRange range{*from, {}};
    if (dash == std::string_view::npos)
        return range;
    if (from->relation != Equal)
        return wrong;
    range.from.relation = GreaterOrEqual;
    const std::string_view end = text.substr(dash + 1);
    if (end.empty())
        return range;
    range.to = parseCondition(end, {});
    if (!range.to || range.to->relation != Equal)
        return wrong;
    if (range.to->number < from->number)
        return fail(ErrorCode::InvalidArgument, "expected the lower number first, such as layer:3-7");
    range.to->relation = LessOrEqual;
    return range;
}

Result<Test> layerTest(std::string_view text)
{
    std::vector<LayerRange> ranges;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        auto range = parseLayerRange(text.substr(at, end - at));
        if (!range)
            return fail(std::move(range.error()));
        ranges.push_back(*range);
        at = end + 1;
    }
    return [ranges = std::move(ranges)](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
        const auto layer = layerNumber(checkpoint.tensors[tensor].name);
        return std::optional(
            layer && std::ranges::any_of(ranges, [&](const LayerRange& range) { return range.contains(*layer); }));
    };
}

tl::unexpected<Error> unknownKey(std::string_view key, FilterSubject subject)
{
    const FilterKey* const meant = similarFilterKey(key, subject);
    return fail(ErrorCode::InvalidArgument,
        "\"" + std::string(key) + ":\" is not known; "
            + (meant ? "did you mean " + std::string(meant->name) + ":? Known are " : "known are ")
            + listFilterKeys(subject) + "; put the word in slashes to look for it in names");
}

/// Precondition: a key for tensors.
Result<Test> keywordTest(std::string_view key, std::string_view text)
{
    if (key == "quant")
        return quantTest(text);
    if (key == "shape")
        return shapeTest(text);
    if (key == "layer")
        return layerTest(text);
    if (key == "rank")
        return numberTest(text, {}, "rank:2", [](const Tensor& tensor) { return tensor.shape.size(); });
    if (key == "size")
        return numberTest(text, byteUnits, "size:>1MB", [](const Tensor& tensor) { return fileBytes(tensor); });
    if (key == "params")
        return numberTest(text, countUnits, "params:>=1e6", [](const Tensor& tensor) { return tensor.elements(); });
    if (key == "shard")
        return numberTest(text, {}, "shard:3", [](const Tensor& tensor) { return std::uint64_t{tensor.file} + 1; });
    if (key == "nan")
        return valueTest(text, "nan:>0", [](const ValueCounts& counts) { return std::optional(counts.nan); });
    if (key == "inf")
        return valueTest(text, "inf:>0", [](const ValueCounts& counts) { return std::optional(counts.infinite); });
    if (key == "zero")
        return valueTest(text, "zero:>50%", [](const ValueCounts& counts) { return counts.zero; });
    if (key == "subnormal")
        return valueTest(text, "subnormal:>10%", [](const ValueCounts& counts) { return counts.subnormal; });
    if (key == "sigma")
        return valueFigureTest(text, "sigma:>30", [](const ValueCounts& counts) { return counts.sigmas; });
    if (key == "constant")
        return valueFlagTest(text, key, [](const ValueCounts& counts) { return std::optional(counts.constant); });
    if (key == "warning")
        return valueFlagTest(text, key, [](const ValueCounts& counts) { return std::optional(counts.warning); });
    return valueFlagTest(text, key, [](const ValueCounts& counts) { return counts.duplicate; });
}

Result<Filter::PairTest> statusTest(std::string_view text)
{
    if (text.empty())
        return fail(ErrorCode::InvalidArgument, "expected a status, such as status:changed");
    auto glob = Glob::parse(text);
    if (!glob)
        return fail(std::move(glob.error()));
    std::string known;
    bool isKnown = false;
    for (const std::string& name : filterStatuses()) {
        isKnown |= glob->matches(name);
        known += (known.empty() ? "" : ", ") + name;
    }
    if (!isKnown)
        return fail(ErrorCode::InvalidArgument, "no status is \"" + std::string(text) + "\", known are " + known);
    return [glob = std::move(*glob)](const PairFacts& facts) -> std::optional<bool> {
        const TensorPair& pair = facts.pair;
        const bool renamed = pair.both() && facts.a.tensors[pair.a].name != facts.b.tensors[pair.b].name;
        return (facts.status && glob.matches(pairStatusName(*facts.status))) || (renamed && glob.matches("renamed"))
            || (pair.moved && glob.matches("moved")) || (pair.dtypeChanged && glob.matches("dtype_changed"));
    };
}

Result<Filter::PairTest> figureTest(
    std::string_view text, std::string_view example, std::optional<double> PairFacts::*figure)
{
    auto condition = parseCondition(text, {});
    if (!condition)
        return fail(ErrorCode::InvalidArgument, "expected a number, such as " + std::string(example));
    // rounded like the figures, so that 1e-3 is not less than 1e-3
    condition->number = static_cast<double>(condition->number);
    return [condition = *condition, figure](const PairFacts& facts) {
        if (facts.nonfiniteDiffer)
            return std::optional(condition.holds(std::numeric_limits<Number>::infinity()));
        const auto known = facts.*figure;
        return known ? std::optional(condition.holds(static_cast<Number>(*known))) : std::nullopt;
    };
}

/// Precondition: a key for pairs.
Result<Filter::PairTest> pairTest(std::string_view key, std::string_view text)
{
    if (key == "status")
        return statusTest(text);
    if (key == "maxabs")
        return figureTest(text, "maxabs:>1e-3", &PairFacts::maximum);
    return figureTest(text, "rell2:>0.01", &PairFacts::relativeL2);
}

Result<Test> regexTest(std::string_view pattern)
{
    RE2::Options options;
    options.set_log_errors(false);
    const auto regex = std::make_shared<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
    if (!regex->ok())
        return fail(ErrorCode::InvalidArgument, "the regular expression is not valid: " + regex->error());
    return [regex](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
        const std::string_view name = checkpoint.tensors[tensor].name;
        return std::optional(RE2::PartialMatch(re2::StringPiece(name.data(), name.size()), *regex));
    };
}

Result<Test> nameTest(std::string_view word)
{
    if (word.front() == '"') {
        return [name = std::string(word.substr(1, word.size() - 2))](const Checkpoint& checkpoint, std::uint32_t tensor,
                   const Filter::Values&) { return std::optional(checkpoint.tensors[tensor].name == name); };
    }
    if (!Glob::isPattern(word)) {
        return [finder = TextFinder(word)](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
            return std::optional(finder.isIn(checkpoint.tensors[tensor].name));
        };
    }
    auto glob = Glob::parse(word);
    if (!glob)
        return fail(ErrorCode::InvalidArgument, glob.error().message + "; a name in quotes is taken as it is");
    return [glob = std::move(*glob)](const Checkpoint& checkpoint, std::uint32_t tensor, const Filter::Values&) {
        return std::optional(glob.matches(checkpoint.tensors[tensor].name));
    };
}

} // namespace

std::string filterShape(std::span<const std::uint64_t> shape)
{
    std::string text;
    for (const std::uint64_t dimension : shape) {
        if (!text.empty())
            text += 'x';
        text += std::to_string(dimension);
    }
    return text;
}

std::vector<std::string> filterStatuses()
{
    std::vector<std::string> names;
    for (const PairStatus status : {PairStatus::Identical, PairStatus::Changed, PairStatus::OnlyA, PairStatus::OnlyB,
             PairStatus::ShapeChanged, PairStatus::NotCompared})
        names.emplace_back(pairStatusName(status));
    names.insert(names.end(), {"renamed", "moved", "dtype_changed"});
    return names;
}

Result<Filter::Word> parseFilterWord(std::string_view word, FilterSubject subject)
{
    const auto asWord = [](Test&& test) { return Filter::Word{.test = std::move(test)}; };
    if (word.front() == '/')
        return regexTest(word.substr(1, word.size() - 2)).map(asWord);
    const std::size_t colon = word.find(':');
    if (word.front() == '"' || colon == std::string_view::npos)
        return nameTest(word).map(asWord);
    const std::string name = asciiLower(word.substr(0, colon));
    const std::string_view asked = word.substr(colon + 1);
    const FilterKey* const key = findFilterKey(name);
    if (!key || !key->isFor(subject))
        return unknownKey(name, subject);
    if (key->asks >= Filter::Asks::Status) {
        return pairTest(name, asked).map([&](Filter::PairTest&& test) {
            return Filter::Word{.test = {}, .pairTest = std::move(test), .asks = key->asks};
        });
    }
    if (name == "dtype")
        return dtypeWord(asked);
    return keywordTest(name, asked).map([&](Test&& test) {
        return Filter::Word{.test = std::move(test), .asks = key->asks, .comparesTensors = key->comparesTensors};
    });
}

} // namespace loupe
