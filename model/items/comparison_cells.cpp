// What the cells of a ComparisonModel say.

#include "core/text.h"
#include "items/comparison_model.h"
#include "items/comparison_text.h"
#include "items/qt_text.h"

namespace loupe {

namespace {

constexpr int cosineDigits = 7; // most are close to 1

} // namespace

QString ComparisonModel::text(NameTree::NodeId node, int column, bool whole) const
{
    if (column == Name)
        return whole ? fullName(node) : nameText(m_results->paired()->tree.segment(node));
    return isGroup(node) ? groupText(node, column, whole) : pairText(node, column, whole);
}

QString ComparisonModel::pairText(std::uint32_t pair, int column, bool whole) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    const TensorPair& both = paired.pairs[pair];
    switch (column) {
    case Status:
        return statusText(*m_results, pair);
    case DType:
        return bothText(dtypeText(*paired.a, both.a), dtypeText(*paired.b, both.b));
    case Shape:
        return bothText(shapeText(*paired.a, both.a), shapeText(*paired.b, both.b));
    default:
        break;
    }
    const PairOutcome* const outcome = m_results->find(pair);
    if (!outcome || !outcome->delta)
        return {};
    const Delta& delta = *outcome->delta;
    switch (column) {
    case Differing:
        return delta.differing ? differingText(*delta.differing, delta.elements) : QString();
    case Maximum:
        return figureText(delta.maximum, whole);
    case RelativeL2:
        return figureText(delta.relativeL2, whole);
    case Cosine:
        return figureText(delta.cosine, whole, cosineDigits);
    default:
        return {};
    }
}

QString ComparisonModel::groupText(NameTree::NodeId group, int column, bool whole) const
{
    const PairSums sums = m_results->sums(group);
    if (column == Status)
        return statusText(sums);
    if (sums.elements == 0)
        return {};
    switch (column) {
    case Differing:
        return differingText(sums.differing, sums.elements);
    case Maximum:
        return figureText(sums.maximum, whole);
    case RelativeL2:
        return figureText(sums.relativeL2, whole);
    case Cosine:
        return figureText(sums.cosine, whole, cosineDigits);
    default:
        return {};
    }
}

QString ComparisonModel::fullName(NameTree::NodeId node) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    const QString name = nameText(paired.tree.path(node));
    if (isGroup(node) || !paired.isRenamed(node))
        return name;
    return bothText(name, nameText(paired.b->tensors[paired.pairs[node].b].name));
}

QString ComparisonModel::hint(NameTree::NodeId node) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    if (isGroup(node))
        return toQString(counted(m_order->sums(node).tensors, "tensor"));
    if (!paired.isRenamed(node))
        return {};
    return QStringLiteral("→ ") + nameText(paired.b->tensors[paired.pairs[node].b].name);
}

QVariant ComparisonModel::status(NameTree::NodeId node) const
{
    const auto status = isGroup(node) ? m_results->sums(node).status() : m_results->status(node);
    return status ? QVariant(static_cast<int>(*status)) : QVariant();
}

QVariant ComparisonModel::counts(NameTree::NodeId group) const
{
    const PairSums sums = m_results->sums(group);
    return QVariant::fromValue(QList<quint32>(sums.byStatus.begin(), sums.byStatus.end()));
}

QVariant ComparisonModel::figure(NameTree::NodeId node, int column) const
{
    PairSums sums;
    if (isGroup(node)) {
        sums = m_results->sums(node);
    } else if (const PairOutcome* const outcome = m_results->find(node); outcome && outcome->delta) {
        const Delta& delta = *outcome->delta;
        sums.addFigures(delta.differing.value_or(0), delta.elements, delta.maximum, delta.relativeL2, delta.cosine);
    }
    const auto number = [](const std::optional<double>& value) { return value ? QVariant(*value) : QVariant(); };
    switch (column) {
    case Differing:
        return sums.elements > 0 ? QVariant(qulonglong{sums.differing}) : QVariant();
    case Maximum:
        return number(sums.maximum);
    case RelativeL2:
        return number(sums.relativeL2);
    case Cosine:
        return number(sums.cosine);
    default:
        return text(node, column, false);
    }
}

} // namespace loupe
