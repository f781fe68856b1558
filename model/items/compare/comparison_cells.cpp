// The contents of the cells of a ComparisonModel.

#include "core/text/text.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"

namespace loupe {

namespace {

constexpr int digitsOfCosine = 7; // most are close to 1

} // namespace

QString ComparisonModel::text(NameTree::NodeId node, int column, bool whole) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    if (column == Name)
        return whole ? fullName(node) : nameText(rowName(node));
    if (column >= Differing)
        return figureText(node, column, whole);
    if (isGroup(node))
        return column == Status ? statusText(sums(node)) : QString();
    const TensorPair& both = paired.pairs[node];
    if (column == DType)
        return bothText(dtypeText(*paired.a, both.a), dtypeText(*paired.b, both.b));
    if (column == Shape)
        return bothText(shapeText(*paired.a, both.a), shapeText(*paired.b, both.b));
    return column == Status ? statusText(*m_results, node) : QString();
}

QString ComparisonModel::figureText(NameTree::NodeId node, int column, bool whole) const
{
    const auto figures = this->figures(node);
    if (!figures)
        return {};
    switch (column) {
    case Differing:
        if (!isGroup(node) && !m_results->find(node)->delta->differing)
            return {};
        return differingText(figures->differing, figures->elements);
    case Maximum:
        return loupe::figureText(figures->maximum, whole);
    case RelativeL2:
        return loupe::figureText(figures->relativeL2, whole);
    case Cosine:
        return cosineText(figures->cosine, whole, digitsOfCosine);
    case Mean:
        return loupe::figureText(figures->mean, whole);
    case Rms:
        return loupe::figureText(figures->rms, whole);
    case Ulp:
        return countText(figures->maximumUlp);
    case FirstDifference:
        return countText(figures->firstDifference);
    case Nonfinite:
        return nonfiniteText(figures->nonfiniteOnlyA, figures->nonfiniteOnlyB);
    case SignalToNoise:
        return loupe::figureText(figures->cost.signalToNoise(), whole);
    case BitsPerWeight:
        return bitsText(figures->cost);
    default:
        return {};
    }
}

QVariant ComparisonModel::toolTip(NameTree::NodeId node, int column) const
{
    if (column == Status && !isGroup(node)) {
        const PairOutcome* const outcome = m_results->find(node);
        return outcome && outcome->error
            ? text(node, Status, true) + QStringLiteral(":\n") + nameText(describe(*outcome->error))
            : QVariant();
    }
    const auto figures = this->figures(node);
    if (column != Maximum || !figures || figures->nonfinite == 0)
        return {};
    const bool onOneSide = figures->nonfiniteOnlyA > 0 || figures->nonfiniteOnlyB > 0;
    const QString words = onOneSide
        ? tr("NaN or infinite only in %1").arg(nonfiniteText(figures->nonfiniteOnlyA, figures->nonfiniteOnlyB))
        : tr("NaN and infinities differ");
    return tr("%1 over the elements that are finite on both sides.\n%2.").arg(text(node, column, true), words);
}

/// The names in A and B for a renamed pair; else empty.
QStringList ComparisonModel::pairNames(NameTree::NodeId node) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    if (isGroup(node) || !paired.isRenamed(node))
        return {};
    return {nameText(paired.tree.path(node)), nameText(paired.b->tensors[paired.pairs[node].b].name)};
}

QString ComparisonModel::fullName(NameTree::NodeId node) const
{
    const QStringList names = pairNames(node);
    return names.isEmpty() ? nameText(m_results->paired()->tree.path(node)) : bothText(names.first(), names.last());
}

QString ComparisonModel::hint(NameTree::NodeId node) const
{
    if (isGroup(node))
        return tensorCountText(order()->sums(node).tensors);
    const QStringList names = pairNames(node);
    return names.isEmpty() ? QString() : QStringLiteral("→ ") + names.last();
}

QVariant ComparisonModel::status(NameTree::NodeId node) const
{
    const auto status = isGroup(node) ? sums(node).status() : m_results->status(node);
    return status ? QVariant(static_cast<int>(*status)) : QVariant();
}

QVariant ComparisonModel::changePosition(NameTree::NodeId node) const
{
    const auto known = figures(node);
    return known && known->relativeL2.value_or(0) > 0 ? m_results->changeScale().position(known->relativeL2)
                                                      : QVariant();
}

QString ComparisonModel::barsText() const
{
    const ChangeScale scale = m_results ? m_results->changeScale() : ChangeScale();
    return tr("Bars: from %1 to %2, on the logarithmic scale of the Layers tab")
        .arg(toQString(ChangeScale::textOf(scale.low)), toQString(ChangeScale::textOf(scale.high)));
}

QVariant ComparisonModel::counts(NameTree::NodeId group) const
{
    const PairSums sums = this->sums(group);
    return QVariant::fromValue(QList<quint32>(sums.byStatus.begin(), sums.byStatus.end()));
}

} // namespace loupe
