#include "items/compare/pair/pair_cell_job.h"

#include <utility>

namespace loupe {

namespace {

Result<PairCell> readCell(const GridSource& pair, const SliceWindow& window, const Work& work)
{
    auto a = Elements::open(pair.sliced.checkpoint, pair.sliced.tensor);
    auto b = Elements::open(pair.minuend->checkpoint, pair.minuend->tensor);
    if (!a || !b)
        return fail(std::move(a ? b.error() : a.error()));
    const GridShape cell{window, window.rows, window.columns};
    const auto reduce = [&](const auto& numbers, auto part) {
        return reduceGrid(numbers, pair.sliced.slice, part, cell, work);
    };
    auto ofA = reduce(*a, pair.numberPart());
    if (!ofA)
        return fail(std::move(ofA.error()));
    auto ofB = reduce(*b, pair.numberPart());
    if (!ofB)
        return fail(std::move(ofB.error()));
    auto difference = reduce(ElementPair(*a, *b), pair.part);
    if (!difference)
        return fail(std::move(difference.error()));
    return PairCell{std::move(*ofA), std::move(*ofB), std::move(*difference)};
}

} // namespace

PairCellJob::PairCellJob(QObject* parent)
    : QObject(parent)
{
}

void PairCellJob::start(GridSource pair, const SliceWindow& window)
{
    m_job.start([pair = std::move(pair), window](const Work& work) { return readCell(pair, window, work); },
        [this](const Result<PairCell>& cell) {
            if (cell)
                emit ready(*cell);
        });
}

} // namespace loupe
