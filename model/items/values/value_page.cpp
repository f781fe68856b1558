#include "items/values/value_page.h"

#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>
#include <cstring>

namespace loupe {

namespace {

/// The pattern of element `index` of `bytes`, in the low bits.
std::uint64_t patternAt(std::span<const std::byte> bytes, std::uint64_t index, unsigned bits)
{
    if (bits < 8) { // F4, the only readable dtype with less than a byte; even elements are in the low nibble
        const auto pair = std::to_integer<unsigned>(bytes[index / 2]);
        return index % 2 == 0 ? pair & 15U : pair >> 4U;
    }
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, bytes.data() + index * (bits / 8), bits / 8);
    return pattern;
}

} // namespace

SliceWindow cutToPage(SliceWindow window)
{
    window.columns = std::min(window.columns, maximumPage);
    window.rows = std::min(window.rows, maximumPage / std::max<std::uint64_t>(window.columns, 1));
    return window;
}

Result<> checkCopied(const SliceWindow& window, std::uint64_t inCell)
{
    const auto values = checkedMultiply(window.rows, window.columns);
    if (values && *values <= maximumCopy / inCell)
        return {};
    return fail(ErrorCode::TooLarge,
        "at most " + formatCount(maximumCopy) + " values can be copied at once, selected are "
            + formatCount(window.rows) + " rows of " + formatCount(window.columns));
}

Result<std::shared_ptr<ValuePage>> readPage(const SlicedTensor& sliced, SliceWindow window, const Work& work)
{
    auto elements = Elements::open(sliced.checkpoint, sliced.tensor);
    if (!elements)
        return fail(std::move(elements.error()));
    const DType dtype = elements->dtype();
    if (!hasReadableValues(dtype)) {
        return fail(ErrorCode::Unsupported,
            "the values of dtype " + std::string(sliced.checkpoint->dtypeName(sliced.tensor)) + " cannot be read");
    }
    const auto page = std::make_shared<ValuePage>();
    page->window = window;
    page->form = dtype;
    page->patterns.resize(window.rows * window.columns);
    if (elements->hasNulls())
        page->nulls.resize(page->patterns.size());
    Buffer scratch;
    auto done = visitSlice(*elements, sliced.slice, window, scratch, work, [&](const SliceBlock& block) {
        for (std::uint64_t line = 0; line < block.lines; ++line) {
            for (std::uint64_t place = 0; place < block.places; ++place) {
                const std::uint64_t element = block.first + line * block.lineStride + place * block.placeStride;
                const std::uint64_t row = block.linesAreColumns ? block.place + place : block.line + line;
                const std::uint64_t column = block.linesAreColumns ? block.line + line : block.place + place;
                const std::size_t to = page->place({row, column});
                page->patterns[to] = patternAt(block.bytes, element, bitsPerElement(dtype));
                if (!block.present.empty())
                    page->nulls[to] = block.present[element] == std::byte{0};
            }
        }
    });
    // A map shows changes by other programs: report that instead of showing a mixture.
    if (done)
        done = elements->source().checkUnchanged();
    if (!done)
        return fail(std::move(done.error()));
    return page;
}

QString ValuePage::shownText(Slice::Cell cell, Notation notation) const
{
    const std::size_t at = place(cell);
    if (isNullAt(at))
        return nullText();
    const QString number = form.cellText(bitsAt(at), notation);
    return notation == Notation::Hex && !form.areDifferences() ? number : shownNumber(number);
}

QString tableText(std::span<const PageOfSlice> pages, const SliceWindow& window, Notation notation)
{
    QString table;
    for (std::uint64_t row = 0; row < window.rows; ++row) {
        for (std::uint64_t column = 0; column < window.columns; ++column) {
            const Slice::Cell cell{window.firstRow + row, window.firstColumn + column};
            for (const auto& [page, slice] : pages) {
                if (column > 0 || &page != &pages.front().page)
                    table += u'\t';
                if (slice.element(cell) && page.has(cell))
                    table += page.isNull(cell) ? nullText() : page.form.text(*page.bits(cell), notation);
            }
        }
        table += u'\n';
    }
    return table;
}

} // namespace loupe
