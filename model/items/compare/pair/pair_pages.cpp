#include "items/compare/pair/pair_pages.h"

#include "analysis/comparison/delta_blocks.h"

namespace loupe {

namespace {

using MutablePage = std::shared_ptr<ValuePage>;

Result<MutablePage> readSide(const SlicedTensor& side, const SliceWindow& window, const Work& work)
{
    if (!side.checkpoint)
        return MutablePage();
    return readPage(side, intersect(window, side.slice), work);
}

/// Marks differing elements on both sides, and returns the differences.
MutablePage compare(ValuePage& a, ValuePage& b, const SlicedPair& pair)
{
    const auto dtypeOf = [](const SlicedTensor& side) { return side.checkpoint->tensors[side.tensor].dtype; };
    const auto difference = std::make_shared<ValuePage>();
    difference->window = a.window;
    difference->form = CellForm::ofDifferences(dtypeOf(pair.a), dtypeOf(pair.b));
    difference->patterns.resize(a.patterns.size());
    difference->high.resize(a.patterns.size());
    a.differing.resize(a.patterns.size());
    if (!a.nulls.empty() || !b.nulls.empty())
        difference->nulls.resize(a.patterns.size());
    const DeltaBlocks blocks(dtypeOf(pair.a), dtypeOf(pair.b), std::nullopt);
    for (std::size_t place = 0; place < a.patterns.size(); ++place) {
        const std::uint64_t& x = a.patterns[place];
        const std::uint64_t& y = b.patterns[place];
        const DeltaTally tally =
            blocks.block(0, 1, reinterpret_cast<const std::byte*>(&x), reinterpret_cast<const std::byte*>(&y));
        const bool isNull = a.isNullAt(place) || b.isNullAt(place);
        a.differing[place] = isNull ? a.isNullAt(place) != b.isNullAt(place) : tally.differing > 0;
        if (!difference->nulls.empty())
            difference->nulls[place] = isNull;
        const CellBits bits = difference->form.difference(x, y);
        difference->patterns[place] = bits.low;
        difference->high[place] = bits.high;
    }
    difference->differing = b.differing = a.differing;
    return difference;
}

/// Aligns the decimal points of A and B, so that nothing moves when one replaces the other.
void placePoints(ValuePage* a, ValuePage* b, ValuePage* difference)
{
    for (ValuePage* const page : {a, b, difference}) {
        if (page)
            page->places = decimalPlaces(*page);
    }
    if (!difference)
        return;
    for (std::size_t column = 0; column < a->places.size(); ++column)
        a->places[column] = b->places[column] = unite(a->places[column], b->places[column]);
}

enum class PageUse : std::uint8_t { Table, Copy };

Result<PairPage> readPair(const SlicedPair& pair, const SliceWindow& window, PageUse use, const Work& work)
{
    const auto a = readSide(pair.a, window, work);
    if (!a)
        return fail(a.error());
    const auto b = readSide(pair.b, window, work);
    if (!b)
        return fail(b.error());
    const MutablePage difference = pair.isAlike ? compare(**a, **b, pair) : nullptr;
    if (use == PageUse::Table)
        placePoints(a->get(), b->get(), difference.get());
    return PairPage{window, *a, *b, difference};
}

} // namespace

PairPages::PairPages(QObject* parent)
    : QObject(parent)
{
}

void PairPages::request(SlicedPair pair, SliceWindow window)
{
    window = cutToPage(window);
    m_reading.start(
        [pair = std::move(pair), window](const Work& work) { return readPair(pair, window, PageUse::Table, work); },
        [this](Result<PairPage> page) {
            if (page)
                emit ready(*page);
            else
                emit failed(page.error());
        });
}

void PairPages::copy(SlicedPair pair, SliceWindow window, Notation notation, std::vector<PairSide> sides)
{
    const quint64 values = window.rows * window.columns * sides.size();
    auto job = [pair = std::move(pair), window, notation, sides = std::move(sides)](
                   const Work& work) -> Result<QString> {
        if (auto few = checkCopied(window, sides.size()); !few)
            return fail(std::move(few.error()));
        const auto page = readPair(pair, window, PageUse::Copy, work);
        if (!page)
            return fail(page.error());
        std::vector<PageOfSlice> pages;
        for (const PairSide side : sides)
            pages.push_back({*page->page(side), side == PairSide::B ? pair.b.slice : pair.a.slice});
        return tableText(pages, window, notation);
    };
    m_copying.start(std::move(job), [this, values](Result<QString> table) {
        if (table)
            emit copied(*table, values);
        else
            emit notCopied(table.error());
    });
}

void PairPages::stop()
{
    m_reading.stop();
    m_copying.stop();
}

} // namespace loupe
