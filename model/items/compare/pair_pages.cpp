#include "items/compare/pair_pages.h"

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

/// Marks what differs on both sides and gives the differences.
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

Result<PairPage> readPair(const SlicedPair& pair, const SliceWindow& window, const Work& work)
{
    auto a = readSide(pair.a, window, work);
    if (!a)
        return fail(std::move(a.error()));
    auto b = readSide(pair.b, window, work);
    if (!b)
        return fail(std::move(b.error()));
    return PairPage{*a, *b, pair.isAlike ? compare(**a, **b, pair) : nullptr};
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
    window = intersect(window, pair.a.slice);
    auto job = [pair = std::move(pair), window, notation](const Work& work) -> Result<QString> {
        if (auto few = checkCopied(window); !few)
            return fail(std::move(few.error()));
        auto page = readPair(pair, window, work);
        if (!page)
            return fail(std::move(page.error()));
        return tableText(*page->difference, pair.a.slice, notation);
    };
    m_copying.start(std::move(job), [this, values = window.rows * window.columns](Result<QString> table) {
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
