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
    if (bits < 8) { // F4, the only readable dtype so small: the even one in the low nibble
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

Result<> checkCopied(const SliceWindow& window)
{
    const auto values = checkedMultiply(window.rows, window.columns);
    if (values && *values <= maximumCopy)
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
    // A map shows what another program wrote over the file: say so instead of showing a mixture.
    if (done)
        done = elements->source().checkUnchanged();
    if (!done)
        return fail(std::move(done.error()));
    return page;
}

QString tableText(const ValuePage& page, const Slice& slice, Notation notation)
{
    QString table;
    for (std::uint64_t row = 0; row < page.window.rows; ++row) {
        const std::uint64_t inRow = slice.columnsIn(page.window.firstRow + row);
        for (std::uint64_t column = 0; column < page.window.columns; ++column) {
            if (column > 0)
                table += u'\t';
            const std::size_t place = row * page.window.columns + column;
            if (page.window.firstColumn + column < inRow)
                table += page.isNullAt(place) ? nullText() : page.form.text(page.bitsAt(place), notation);
        }
        table += u'\n';
    }
    return table;
}

} // namespace loupe
