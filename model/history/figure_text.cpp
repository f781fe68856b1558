#include "history/figure_text.h"

#include "analysis/digests/fingerprint.h"
#include "core/text/record_text.h"

#include <concepts>
#include <span>
#include <type_traits>
#include <utility>

namespace loupe {

namespace {

/// The number must be increased with each change of the format, or of how a figure is computed.
constexpr std::string_view storeMagic = "tlfigur3 ";
constexpr std::size_t digestDigits = 32;

std::string digestOfFigures(std::string_view text)
{
    return hexText(fingerprint(std::as_bytes(std::span(text))));
}

template <typename Value>
void writeNamed(RecordWriter& record, const std::map<std::string, Value>& named)
{
    record(named.size());
    for (const auto& [name, value] : named)
        record(name, value);
}

/// Each value takes at least one word, so the length of the text bounds their count.
template <typename Value>
void readNamed(RecordReader& record, std::map<std::string, Value>& named)
{
    std::size_t left = 0;
    for (record(left); left > 0 && !record.failed(); --left) {
        std::string name;
        Value value;
        record(name, value);
        named.emplace(std::move(name), std::move(value));
    }
}

} // namespace

// Each function lists all fields of a type once, for both reading and writing.

template <typename Record, typename Figures>
requires std::same_as<std::remove_const_t<Figures>, TensorFigures>
void fields(Record& record, Figures& figures)
{
    record(figures.dtype, figures.shape, figures.elements, figures.hasValues, figures.finite, figures.nan,
        figures.positiveInf, figures.negativeInf, figures.firstNonfinite, figures.norm, figures.mean, figures.largest);
}

template <typename Record, typename Change>
requires std::same_as<std::remove_const_t<Change>, ChangeFigures>
void fields(Record& record, Change& change)
{
    record(change.signal, change.noise);
}

std::string figureText(const std::string& identity, const KeptFigures& kept)
{
    RecordWriter record;
    record(identity);
    writeNamed(record, kept.tensors);
    record(kept.previous);
    writeNamed(record, kept.changes);
    std::string text = std::string(storeMagic) + record.take() + ' ';
    return text + digestOfFigures(text);
}

std::optional<KeptFigures> figuresOf(std::string_view text, const std::string& identity)
{
    if (text.size() < storeMagic.size() + 1 + digestDigits || !text.starts_with(storeMagic))
        return std::nullopt;
    const std::string_view digested = text.substr(0, text.size() - digestDigits);
    if (text.substr(digested.size()) != digestOfFigures(digested))
        return std::nullopt;
    KeptTexts texts;
    RecordReader record(digested.substr(storeMagic.size(), digested.size() - storeMagic.size() - 1), texts);
    std::string found;
    record(found);
    if (found != identity)
        return std::nullopt;
    KeptFigures kept;
    readNamed(record, kept.tensors);
    record(kept.previous);
    readNamed(record, kept.changes);
    return record.finish() ? std::optional(std::move(kept)) : std::nullopt;
}

} // namespace loupe
