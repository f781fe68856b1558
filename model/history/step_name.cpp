#include "history/step_name.h"

#include "core/text/ascii.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// What the number after a word counts.
enum class Counts : std::uint8_t {
    Step,
    StepOfEpoch, ///< a step in a name that has an epoch, else the size of something
    Epoch,
    Measure, ///< a loss or the like, which differs at each step
};

struct NumberWord {
    std::string_view word;
    Counts counts = Counts::Measure;
};

/// The words before a number. If a name has several steps, the one whose word comes first in this table counts.
constexpr NumberWord numberWords[] = {
    {"step", Counts::Step},
    {"iteration", Counts::Step},
    {"iter", Counts::Step},
    {"update", Counts::StepOfEpoch},
    {"batch", Counts::StepOfEpoch},
    {"ba", Counts::StepOfEpoch}, // Composer
    {"checkpoint", Counts::Step},
    {"ckpt", Counts::Step},
    {"epoch", Counts::Epoch},
    {"ep", Counts::Epoch},
    {"acc", Counts::Measure},
    {"accuracy", Counts::Measure},
    {"loss", Counts::Measure},
    {"perplexity", Counts::Measure},
    {"ppl", Counts::Measure},
    {"reward", Counts::Measure},
    {"samples", Counts::Measure},
    {"score", Counts::Measure},
    {"tokens", Counts::Measure},
};
/// After these words, fairseq writes the epoch and the step: "checkpoint_1_1000.pt".
constexpr std::string_view pairWords[] = {"checkpoint"};
/// Epoch numbers without a word follow these texts: "hf_model_0001_0.pt" and "meta_model_0.pt" of torchtune. '#'
/// matches a digit; files with different digits there are different series.
constexpr std::string_view epochStarts[] = {"hf_model_####_", "meta_model_", "torchtune_model_"};
/// NeMo appends this to the name of its last checkpoint.
constexpr std::string_view lastEnd = "-last";
/// Words for a checkpoint without a step that a program writes in addition to those with one, or overwrites each time.
constexpr std::string_view latestWords[] = {"best", "final", "last", "latest"};
/// Words that may follow these, in addition to numberWords. With other words, the name is that of a tensor:
/// "last_hidden_state".
constexpr std::string_view wordsOfLatest[] = {"adapter", "dict", "ema", "lora", "model", "params", "rank", "state",
    "universal", "unsharded", "v", "val", "weights"};
/// Complete names of such a checkpoint.
constexpr std::string_view onlyNames[] = {"checkpoint", "ckpt"};

/// One of these may be between the word and the number.
constexpr std::string_view stepSeparators = "-_=";
/// One of these may follow a number.
constexpr std::string_view numberEnds = ".-_";
constexpr std::string_view digits = "0123456789";

/// Marks of files that a program has not finished writing.
constexpr std::string_view temporaryStarts[] = {"tmp-", "tmp_", "tmp.", ".tmp-", ".tmp_", ".tmp."};
constexpr std::string_view temporaryEnds[] = {
    ".tmp", ".temp", ".part", ".partial", ".incomplete", ".unfinished", "-tmp", "_tmp"};
constexpr std::string_view orbaxMark = ".orbax-checkpoint-tmp"; // followed by a time

/// Removes the marks of a temporary name. Returns whether there was one.
bool removeTemporaryMarks(std::string_view& name, std::string_view lower)
{
    std::size_t begin = 0;
    std::size_t end = lower.size();
    for (const std::string_view mark : temporaryStarts) {
        if (begin == 0 && lower.starts_with(mark))
            begin = mark.size();
    }
    for (const std::string_view mark : temporaryEnds) {
        if (end == lower.size() && lower.size() >= begin + mark.size() && lower.ends_with(mark))
            end -= mark.size();
    }
    if (const std::size_t at = lower.find(orbaxMark); at != std::string_view::npos && at >= begin)
        end = std::min(end, at);
    const bool isTemporary = begin > 0 || end < lower.size();
    name = name.substr(begin, end - begin);
    return isTemporary;
}

bool isLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A number in a name.
struct NamedNumber {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view word; ///< before it
    Counts counts = Counts::Measure;
};

/// Nothing if the number is larger than any step.
std::optional<std::uint64_t> valueOf(std::string_view name, const NamedNumber& number)
{
    std::uint64_t value = 0;
    const auto read = std::from_chars(name.data() + number.begin, name.data() + number.end, value);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// The numbers in a name that differ between the checkpoints of a series.
class NameNumbers {
public:
    explicit NameNumbers(std::string_view lower)
        : m_lower(lower)
    {
        addEpochAtStart();
        for (std::size_t at = 0; at < lower.size();) {
            const auto number = numberAt(at);
            if (number)
                add(*number);
            at = number ? m_numbers.back().end : at + 1;
        }
        const bool hasEpoch = std::ranges::find(m_numbers, Counts::Epoch, &NamedNumber::counts) != m_numbers.end();
        for (NamedNumber& number : m_numbers) {
            if (number.counts == Counts::StepOfEpoch)
                number.counts = hasEpoch ? Counts::Step : Counts::Measure;
        }
    }

    /// In order of appearance.
    const std::vector<NamedNumber>& list() const { return m_numbers; }

    /// If several numbers count the same, returns the one whose word comes first in the table.
    std::optional<std::uint64_t> value(Counts counts) const
    {
        std::optional<std::uint64_t> value;
        std::ptrdiff_t best = std::ssize(numberWords) + 1; // after words that are not in the table
        for (const NamedNumber& number : m_numbers) {
            const auto place = std::ranges::find(numberWords, number.word, &NumberWord::word) - numberWords;
            if (number.counts != counts || place >= best)
                continue;
            if (const auto found = valueOf(m_lower, number)) {
                value = found;
                best = place;
            }
        }
        return value;
    }

private:
    /// The number whose word begins at `begin`.
    std::optional<NamedNumber> numberAt(std::size_t begin) const
    {
        if (!isLetter(m_lower[begin]) || (begin > 0 && (isLetter(m_lower[begin - 1]) || isDigit(m_lower[begin - 1]))))
            return std::nullopt;
        std::size_t end = begin;
        while (end < m_lower.size() && isLetter(m_lower[end]))
            ++end;
        NamedNumber number{
            .begin = end, .end = end, .word = m_lower.substr(begin, end - begin), .counts = Counts::Measure};
        if (end < m_lower.size() && stepSeparators.find(m_lower[end]) != std::string_view::npos)
            ++number.begin;
        const auto* const known = std::ranges::find(numberWords, number.word, &NumberWord::word);
        // Lightning and NeMo write metrics of any name like this: "val_loss=0.42".
        const bool isEquation = number.begin > end && m_lower[end] == '=';
        if (known == std::end(numberWords) && !isEquation)
            return std::nullopt;
        number.counts = known == std::end(numberWords) ? Counts::Measure : known->counts;
        number.end = number.counts == Counts::Measure ? endOfMeasure(number.begin) : endOfDigits(number.begin);
        const bool ends =
            number.end == m_lower.size() || numberEnds.find(m_lower[number.end]) != std::string_view::npos;
        return number.end > number.begin && ends ? std::optional(number) : std::nullopt;
    }

    std::size_t endOfDigits(std::size_t at) const
    {
        return std::min(m_lower.find_first_not_of(digits, at), m_lower.size());
    }

    /// "0.42", "-1.5e-3", "5b", "nan".
    std::size_t endOfMeasure(std::size_t begin) const
    {
        const auto rest = m_lower.substr(begin);
        for (const std::string_view word : {"nan", "inf", "-inf"}) {
            if (rest.starts_with(word))
                return begin + word.size();
        }
        const std::size_t whole = begin + (rest.starts_with('-') ? 1 : 0);
        std::size_t end = endOfDigits(whole);
        if (end == whole)
            return begin;
        if (end + 1 < m_lower.size() && m_lower[end] == '.' && isDigit(m_lower[end + 1]))
            end = endOfDigits(end + 1);
        if (end < m_lower.size() && m_lower[end] == 'e') {
            const std::size_t sign = end + 1 + (m_lower.substr(end + 1).starts_with('-') ? 1 : 0);
            if (const std::size_t exponent = endOfDigits(sign); exponent > sign)
                end = exponent;
        }
        constexpr std::string_view units = "kmbt";
        if (end < m_lower.size() && units.find(m_lower[end]) != std::string_view::npos)
            ++end;
        return end;
    }

    void addEpochAtStart()
    {
        for (const std::string_view start : epochStarts) {
            const auto isLike = [](char c, char pattern) { return pattern == '#' ? isDigit(c) : c == pattern; };
            if (m_lower.size() <= start.size() || !std::ranges::equal(m_lower.substr(0, start.size()), start, isLike))
                continue;
            const std::size_t end = endOfDigits(start.size());
            if (end > start.size() && (end == m_lower.size() || m_lower[end] == '.'))
                m_numbers.push_back({start.size(), end, start, Counts::Epoch});
        }
    }

    void add(NamedNumber number)
    {
        const std::size_t second = number.end + 1;
        if (second < m_lower.size() && m_lower[number.end] == '_'
            && std::ranges::find(pairWords, number.word) != std::end(pairWords)) {
            const std::size_t end = endOfDigits(second);
            if (end > second && (end == m_lower.size() || m_lower[end] == '.')) {
                number.counts = Counts::Epoch;
                m_numbers.push_back(number);
                m_numbers.push_back({second, end, number.word, Counts::Step});
                return;
            }
        }
        m_numbers.push_back(number);
    }

    std::string_view m_lower;
    std::vector<NamedNumber> m_numbers;
};

/// The rest of a name without the mark of a second checkpoint of the same step: NeMo's "-last", or the "-v1" that
/// Lightning adds if the file already exists.
std::string withoutCopyMark(std::string_view rest)
{
    constexpr std::string_view suffix = ".ckpt";
    const bool isCkpt = rest.ends_with(suffix);
    const std::string_view stem = rest.substr(0, rest.size() - (isCkpt ? suffix.size() : 0));
    const std::size_t dash = std::min(stem.rfind('-'), stem.size());
    const std::string_view mark = stem.substr(dash);
    const bool isVersion =
        isCkpt && mark.starts_with("-v") && mark.size() > 2 && mark.find_first_not_of(digits, 2) == mark.npos;
    return isVersion || mark == lastEnd ? std::string(stem.substr(0, dash)).append(rest.substr(stem.size()))
                                        : std::string(rest);
}

std::string seriesOf(std::string_view name, const std::vector<NamedNumber>& numbers)
{
    std::string series;
    std::size_t from = 0;
    for (const NamedNumber& number : numbers) {
        series.append(name.substr(from, number.begin - from)).push_back('N');
        from = number.end;
    }
    return series + withoutCopyMark(name.substr(from));
}

/// Whether this may follow a number that is a step without a word: "1000", a folder of MaxText, or "0050000.pt" of DiT.
/// Numbered files of other formats are lists of arrays.
bool isOfTraining(std::string_view suffix)
{
    return suffix.empty() || suffix == ".pt" || suffix == ".pth" || suffix == ".ckpt";
}

bool mayFollowLatest(std::string_view word)
{
    return std::ranges::find(wordsOfLatest, word) != std::end(wordsOfLatest)
        || std::ranges::find(numberWords, word, &NumberWord::word) != std::end(numberWords);
}

/// Whether a word of the name says that there is only one of its kind, and no other word up to the next dot contradicts
/// that it is a checkpoint.
bool isOfLatest(std::string_view lower)
{
    bool isLatest = false;
    for (std::size_t at = 0; at < lower.size() && !(isLatest && lower[at] == '.');) {
        if (!isLetter(lower[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < lower.size() && isLetter(lower[at]))
            ++at;
        const std::string_view word = lower.substr(begin, at - begin);
        if (std::ranges::find(latestWords, word) != std::end(latestWords))
            isLatest = true;
        else if (!mayFollowLatest(word))
            isLatest = false;
    }
    return isLatest;
}

} // namespace

std::optional<StepName> parseStepName(std::string_view name)
{
    StepName found;
    found.isTemporary = removeTemporaryMarks(name, asciiLower(name));
    if (parseShardName(name))
        return std::nullopt;
    const std::string lower = asciiLower(name);
    const NameNumbers numbers(lower);
    found.epoch = numbers.value(Counts::Epoch);
    found.step = numbers.value(Counts::Step);
    if (!found.step)
        found.step = found.epoch;
    if (found.step) {
        found.series = seriesOf(name, numbers.list());
        return found;
    }
    const std::size_t end = std::min(lower.find_first_not_of(digits), lower.size());
    if (end > 0 && isOfTraining(std::string_view(lower).substr(end))) {
        const NamedNumber whole{.begin = 0, .end = end, .word = {}, .counts = Counts::Step};
        found.step = valueOf(lower, whole);
        found.series = seriesOf(name, {whole});
        found.isNumber = true;
        return found.step ? std::optional(std::move(found)) : std::nullopt;
    }
    const std::string_view stem = std::string_view(lower).substr(0, lower.find('.'));
    if (!isOfLatest(lower) && std::ranges::find(onlyNames, stem) == std::end(onlyNames))
        return std::nullopt;
    found.series = std::string(name);
    return found;
}

} // namespace loupe
