#include "items/value_pages.h"

#include "core/checked_math.h"
#include "core/text.h"

#include <algorithm>

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

Result<std::shared_ptr<ValuePage>> readWindow(const SlicedTensor& sliced, SliceWindow window, const Work& work)
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
    page->dtype = dtype;
    page->patterns.resize(window.rows * window.columns);
    Buffer scratch;
    auto done = visitSlice(*elements, sliced.slice, window, scratch, work, [&](const SliceBlock& block) {
        for (std::uint64_t line = 0; line < block.lines; ++line) {
            for (std::uint64_t place = 0; place < block.places; ++place) {
                const std::uint64_t element = block.first + line * block.lineStride + place * block.placeStride;
                const std::uint64_t row = block.linesAreColumns ? block.place + place : block.line + line;
                const std::uint64_t column = block.linesAreColumns ? block.line + line : block.place + place;
                page->patterns[(row - window.firstRow) * window.columns + (column - window.firstColumn)] =
                    patternAt(block.bytes, element, bitsPerElement(dtype));
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

SliceWindow cutToPage(SliceWindow window)
{
    window.columns = std::min(window.columns, ValuePages::maximumPage);
    window.rows = std::min(window.rows, ValuePages::maximumPage / std::max<std::uint64_t>(window.columns, 1));
    return window;
}

QString tableOf(const ValuePage& page, const Slice& slice, Notation notation)
{
    QString table;
    for (std::uint64_t row = 0; row < page.window.rows; ++row) {
        const std::uint64_t inRow = slice.columnsIn(page.window.firstRow + row);
        for (std::uint64_t column = 0; column < page.window.columns; ++column) {
            if (column > 0)
                table += u'\t';
            if (page.window.firstColumn + column < inRow)
                table += valueText(page.dtype, page.patterns[row * page.window.columns + column], notation);
        }
        table += u'\n';
    }
    return table;
}

} // namespace

ValuePages::ValuePages(QObject* parent)
    : QObject(parent)
{
}

void ValuePages::request(SlicedTensor sliced, SliceWindow window)
{
    window = cutToPage(intersect(window, sliced.slice));
    m_reading.start([sliced = std::move(sliced), window](const Work& work) { return readWindow(sliced, window, work); },
        [this](Result<std::shared_ptr<ValuePage>> page) {
            if (page)
                emit ready(*page);
            else
                emit failed(page.error());
        });
}

void ValuePages::copy(SlicedTensor sliced, SliceWindow window, Notation notation)
{
    window = intersect(window, sliced.slice);
    auto job = [sliced = std::move(sliced), window, notation](const Work& work) -> Result<QString> {
        const auto values = checkedMultiply(window.rows, window.columns);
        if (!values || *values > maximumCopy) {
            return fail(ErrorCode::TooLarge,
                "at most " + formatCount(maximumCopy) + " values can be copied at once, selected are "
                    + formatCount(window.rows) + " rows of " + formatCount(window.columns));
        }
        auto page = readWindow(sliced, window, work);
        if (!page)
            return fail(std::move(page.error()));
        return tableOf(**page, sliced.slice, notation);
    };
    m_copying.start(std::move(job), [this, values = window.rows * window.columns](Result<QString> table) {
        if (table)
            emit copied(*table, values);
        else
            emit failed(table.error());
    });
}

void ValuePages::stop()
{
    m_reading.stop();
    m_copying.stop();
}

ValueSearch::ValueSearch(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::progressed, this, &ValueSearch::progressed);
    connect(&m_job, &JobRunner::runningChanged, this, &ValueSearch::runningChanged);
}

void ValueSearch::start(
    std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor, std::uint64_t from, SearchDirection direction)
{
    using Found = std::optional<std::uint64_t>;
    auto job = [checkpoint = std::move(checkpoint), tensor, from, direction](const Work& work) -> Result<Found> {
        auto elements = Elements::open(checkpoint, tensor);
        if (!elements)
            return fail(std::move(elements.error()));
        if (from >= elements->count())
            return Found();
        return findNonfinite(*elements, from, direction, work);
    };
    m_job.start(std::move(job), [this](Result<Found> element) {
        if (!element)
            emit failed(element.error());
        else if (*element)
            emit found(**element);
        else
            emit notFound();
    });
}

} // namespace loupe
