#include "history/figure_text.h"

#include "remote/cache/block_file.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace loupe {

namespace {

/// The number grows with each change of the format or of how a figure is computed.
constexpr std::string_view storeMagic = "tlfigur2";
constexpr std::size_t numberSize = 8;
constexpr std::uint64_t mostDimensions = 1024;

class FigureWriter {
public:
    void number(std::uint64_t value)
    {
        for (std::size_t i = 0; i < numberSize; ++i)
            m_text += static_cast<char>(value >> (8 * i));
    }
    void number(double value) { number(std::bit_cast<std::uint64_t>(value)); }
    template <typename T>
    void maybe(const std::optional<T>& value)
    {
        number(std::uint64_t{value.has_value()});
        if (value)
            number(*value);
    }
    void text(std::string_view value)
    {
        number(std::uint64_t{value.size()});
        m_text += value;
    }
    void raw(std::string_view value) { m_text += value; }

    std::string take()
    {
        number(remote::digestOf(m_text));
        return std::move(m_text);
    }

private:
    std::string m_text;
};

/// Reads what FigureWriter has written. After the end, all numbers are 0 and all texts empty, and isWhole() is false.
class FigureReader {
public:
    explicit FigureReader(std::string_view text)
        : m_rest(text)
    {
    }

    std::uint64_t number()
    {
        const std::string_view bytes = take(numberSize);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        return value;
    }
    double real() { return std::bit_cast<double>(number()); }
    std::optional<std::uint64_t> maybeNumber() { return number() != 0 ? std::optional(number()) : std::nullopt; }
    std::optional<double> maybeReal() { return number() != 0 ? std::optional(real()) : std::nullopt; }
    std::string_view text() { return take(number()); }

    bool isWhole() const { return m_isWhole; }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::string_view take(std::uint64_t size)
    {
        if (size > m_rest.size()) {
            m_isWhole = false;
            m_rest = {};
            return {};
        }
        const std::string_view taken = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return taken;
    }

    std::string_view m_rest;
    bool m_isWhole = true;
};

void writeFigures(FigureWriter& writer, const TensorFigures& figures)
{
    writer.text(figures.dtype);
    writer.number(std::uint64_t{figures.shape.size()});
    for (const std::uint64_t size : figures.shape)
        writer.number(size);
    for (const std::uint64_t count :
        {figures.elements, figures.finite, figures.nan, figures.positiveInf, figures.negativeInf})
        writer.number(count);
    writer.number(std::uint64_t{figures.hasValues});
    writer.maybe(figures.firstNonfinite);
    writer.maybe(figures.norm);
    writer.maybe(figures.mean);
    writer.maybe(figures.largest);
}

TensorFigures readKept(FigureReader& reader)
{
    TensorFigures figures;
    figures.dtype = reader.text();
    const std::uint64_t dimensions = reader.number();
    for (std::uint64_t i = 0; i < std::min(dimensions, mostDimensions) && reader.isWhole(); ++i)
        figures.shape.push_back(reader.number());
    for (std::uint64_t* const count :
        {&figures.elements, &figures.finite, &figures.nan, &figures.positiveInf, &figures.negativeInf})
        *count = reader.number();
    figures.hasValues = reader.number() != 0;
    figures.firstNonfinite = reader.maybeNumber();
    figures.norm = reader.maybeReal();
    figures.mean = reader.maybeReal();
    figures.largest = reader.maybeReal();
    return figures;
}

} // namespace

std::string figureText(const std::string& identity, const KeptFigures& kept)
{
    FigureWriter writer;
    writer.raw(storeMagic);
    writer.text(identity);
    writer.number(std::uint64_t{kept.tensors.size()});
    for (const auto& [name, figures] : kept.tensors) {
        writer.text(name);
        writeFigures(writer, figures);
    }
    writer.text(kept.previous);
    writer.number(std::uint64_t{kept.changes.size()});
    for (const auto& [name, change] : kept.changes) {
        writer.text(name);
        writer.number(std::uint64_t{change.has_value()});
        writer.number(change ? change->signal : 0);
        writer.number(change ? change->noise : 0);
    }
    return writer.take();
}

std::optional<KeptFigures> figuresOf(std::string_view text, const std::string& identity)
{
    if (text.size() < storeMagic.size() + numberSize || !text.starts_with(storeMagic))
        return std::nullopt;
    const std::string_view digested = text.substr(0, text.size() - numberSize);
    if (FigureReader(text.substr(digested.size())).number() != remote::digestOf(digested))
        return std::nullopt;
    FigureReader reader(digested.substr(storeMagic.size()));
    if (reader.text() != identity)
        return std::nullopt;
    KeptFigures kept;
    for (std::uint64_t left = reader.number(); left > 0 && reader.isWhole(); --left) {
        std::string name(reader.text());
        kept.tensors.emplace(std::move(name), readKept(reader));
    }
    kept.previous = reader.text();
    for (std::uint64_t left = reader.number(); left > 0 && reader.isWhole(); --left) {
        std::string name(reader.text());
        const bool isKnown = reader.number() != 0;
        ChangeFigures change;
        change.signal = reader.real();
        change.noise = reader.real();
        kept.changes.emplace(std::move(name), isKnown ? std::optional(change) : std::nullopt);
    }
    return reader.isWhole() && reader.isAtEnd() ? std::optional(std::move(kept)) : std::nullopt;
}

} // namespace loupe
