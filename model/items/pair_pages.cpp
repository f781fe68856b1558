#include "items/pair_pages.h"

#include "analysis/delta_blocks.h"
#include "items/value_difference.h"

namespace loupe {

namespace {

using MutablePage = std::shared_ptr<ValuePage>;

Result<MutablePage> readSide(const SlicedTensor& side, const SliceWindow& window, const Work& work)
{
    if (!side.checkpoint)
        return MutablePage();
    return readPage(side, intersect(window, side.slice), work);
}

/// Marks what differs on both sides and gives the differences.
MutablePage compare(ValuePage& a, ValuePage& b, const Slice& both, const SliceWindow& window)
{
    const auto difference = std::make_shared<ValuePage>();
    difference->window = intersect(window, both);
    difference->dtype = differenceDType(a.dtype, b.dtype);
    difference->patterns.resize(difference->window.rows * difference->window.columns);
    difference->differing.resize(difference->patterns.size());
    a.differing.assign(a.patterns.size(), true);
    b.differing.assign(b.patterns.size(), true);
    const DeltaBlocks blocks(a.dtype, b.dtype, std::nullopt);
    const SliceWindow& shared = difference->window;
    for (std::uint64_t row = shared.firstRow; row < shared.firstRow + shared.rows; ++row) {
        for (std::uint64_t column = shared.firstColumn; column < shared.firstColumn + shared.columns; ++column) {
            const Slice::Cell cell{row, column};
            if (!both.element(cell)) // past the end of a shorter last row
                continue;
            const std::uint64_t x = a.patterns[a.place(cell)];
            const std::uint64_t y = b.patterns[b.place(cell)];
            const DeltaTally tally =
                blocks.block(0, 1, reinterpret_cast<const std::byte*>(&x), reinterpret_cast<const std::byte*>(&y));
            const bool differs = tally.differing > 0;
            a.differing[a.place(cell)] = b.differing[b.place(cell)] = differs;
            difference->differing[difference->place(cell)] = differs;
            difference->patterns[difference->place(cell)] = differencePattern(a.dtype, x, b.dtype, y);
        }
    }
    return difference;
}

Result<PairPage> readPair(const SlicedPair& pair, const SliceWindow& window, const Work& work)
{
    auto a = readSide(pair.a, window, work);
    if (!a)
        return fail(std::move(a.error()));
    auto b = readSide(pair.b, window, work);
    if (!b)
        return fail(std::move(b.error()));
    return PairPage{*a, *b, pair.isPair() ? compare(**a, **b, pair.both, window) : nullptr};
}

} // namespace

PairPages::PairPages(QObject* parent)
    : QObject(parent)
{
}

void PairPages::request(SlicedPair pair, SliceWindow window)
{
    window = cutToPage(window);
    m_reading.start([pair = std::move(pair), window](const Work& work) { return readPair(pair, window, work); },
        [this](Result<PairPage> page) {
            if (page)
                emit ready(*page);
            else
                emit failed(page.error());
        });
}

void PairPages::copyDifference(SlicedPair pair, SliceWindow window, Notation notation)
{
    window = intersect(window, pair.both);
    auto job = [pair = std::move(pair), window, notation](const Work& work) -> Result<QString> {
        if (auto few = checkCopied(window); !few)
            return fail(std::move(few.error()));
        auto page = readPair(pair, window, work);
        if (!page)
            return fail(std::move(page.error()));
        return tableText(*page->difference, pair.both, notation);
    };
    m_copying.start(std::move(job), [this, values = window.rows * window.columns](Result<QString> table) {
        if (table)
            emit copied(*table, values);
        else
            emit failed(table.error());
    });
}

void PairPages::stop()
{
    m_reading.stop();
    m_copying.stop();
}

} // namespace loupe
