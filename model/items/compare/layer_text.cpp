#include "items/compare/layer_text.h"

#include "core/text/text.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/layers/cell_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

const QString separator = QStringLiteral(" · ");

class LayerText {
    Q_DECLARE_TR_FUNCTIONS(loupe::LayerMap)
};

/// On which side there are NaN or infinities where the other side is finite, and how many.
QString changedNonfinite(const Delta& delta)
{
    const std::uint64_t onlyA = delta.nonfiniteOnlyA.value_or(0);
    const std::uint64_t onlyB = delta.nonfiniteOnlyB.value_or(0);
    return onlyA + onlyB > 0 ? LayerText::tr("NaN or Inf on one side only: %1").arg(nonfiniteText(onlyA, onlyB))
                             : LayerText::tr("other NaN or Inf");
}

QString pairText(const ComparisonResults& results, std::uint32_t pair)
{
    const PairedCheckpoints& paired = *results.paired();
    const TensorPair& both = paired.pairs[pair];
    const QString status = statusText(results, pair);
    QStringList parts{status.isEmpty() ? LayerText::tr("not compared yet") : status};
    QStringList rest;
    const PairOutcome* const outcome = results.find(pair);
    if (outcome && outcome->error)
        parts += nameText(describe(*outcome->error));
    if (const Delta* const delta = outcome && outcome->delta ? &*outcome->delta : nullptr) {
        if (nonfiniteDiffer(*delta))
            parts += changedNonfinite(*delta);
        if (delta->maximum.value_or(0) > 0) {
            parts += delta->relativeL2 ? LayerText::tr("relative L2 %1").arg(figureText(delta->relativeL2, false))
                                       : LayerText::tr("no relative L2");
            parts += LayerText::tr("max |A−B| %1").arg(figureText(delta->maximum, false));
        }
        if (const QString cost = precisionCostText(paired.figures(pair, *outcome).value_or(PairSums{}).cost);
            !cost.isEmpty())
            parts += cost;
        if (delta->differing.value_or(0) > 0)
            rest += LayerText::tr("%1 elements differ").arg(differingText(*delta->differing, delta->elements));
    }
    rest += bothText(dtypeText(*paired.a, both.a), dtypeText(*paired.b, both.b)) + u' '
        + bothText(shapeText(*paired.a, both.a), shapeText(*paired.b, both.b));
    return parts.join(separator) + u'\n' + rest.join(separator);
}

} // namespace

QString cellName(const LayerMap& map, std::uint32_t cell)
{
    return cellName(map.results()->paired()->tree, map.grid(), cell);
}

QString cellText(const LayerMap& map, std::uint32_t cell)
{
    const ComparisonResults& results = *map.results();
    const auto tensors = map.grid().tensors(cell);
    if (tensors.size() == 1)
        return pairText(results, tensors.front());
    PairSums sums;
    for (const std::uint32_t pair : tensors) {
        if (const auto status = results.status(pair))
            ++sums.count(*status);
        else
            ++sums.waiting;
    }
    QStringList parts{LayerText::tr("%1 pair(s): %2", nullptr, pluralOf(tensors.size()))
                          .arg(groupedCount(tensors.size()),
                              sums.known() > 0 ? statusText(sums) : LayerText::tr("not compared yet"))};
    const LayerFigures::Cell& figures = map.figures().cell(cell);
    if (sums.different() == 0)
        return parts.join(separator) + u'\n';
    const PairOutcome* const outcome = results.find(figures.pair());
    const Delta delta = outcome && outcome->delta ? *outcome->delta : Delta{};
    if (figures.nonfiniteDiffer())
        parts += changedNonfinite(delta);
    if (figures.relativeL2().value_or(0) > 0)
        parts += LayerText::tr("largest relative L2 %1").arg(figureText(figures.relativeL2(), false));
    return parts.join(separator) + u'\n' + nameText(results.paired()->tree.path(figures.pair()));
}

} // namespace loupe
