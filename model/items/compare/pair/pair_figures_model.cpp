#include "items/compare/pair/pair_figures_model.h"

#include "core/text/text.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "items/values/decimal_places.h"
#include "items/values/value_text.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr int figureDigitsOfCosine = 6; // or as many as are required to distinguish it from 1

/// The offset of the tensor's first byte, preceded by the file's name if the checkpoint has several files.
QString placeText(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const QString byte = toQString(formatCount(tensor.bytes.begin));
    if (checkpoint.files.size() < 2)
        return byte;
    return nameText(checkpoint.files[tensor.file].path.filename().native()) + QStringLiteral(", ") + byte;
}

QString pairedByText(PairedBy by)
{
    switch (by) {
    case PairedBy::Digest:
        return PairFiguresModel::tr("content");
    case PairedBy::Place:
        return PairFiguresModel::tr("position (a guess)");
    case PairedBy::Rule:
        return PairFiguresModel::tr("rule");
    case PairedBy::Confirmed:
        return PairFiguresModel::tr("your confirmation");
    case PairedBy::Name:
        break;
    }
    return PairFiguresModel::tr("name");
}

/// How many characters a figure has before its decimal point. Ignores words after it, as in "36,654 (99.4 %)".
int beforePoint(const QString& figure)
{
    return decimalPlace(figure.section(u' ', 0, 0)).before;
}

} // namespace

PairFiguresModel::PairFiguresModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void PairFiguresModel::setNode(ComparisonResultsPtr results, std::optional<NameTree::NodeId> node)
{
    beginResetModel();
    m_results = std::move(results);
    m_node = node;
    setRows(makeRows());
    endResetModel();
}

void PairFiguresModel::onResultsAdded()
{
    std::vector<Row> rows = makeRows();
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        setRows(std::move(rows));
        endResetModel();
        return;
    }
    setRows(std::move(rows));
    if (!m_rows.empty())
        emit dataChanged(index(0, Figure), index(rowCount() - 1, B));
}

void PairFiguresModel::setRows(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    m_beforePoint = 0;
    for (const Row& row : m_rows) {
        if (row.isNumber)
            m_beforePoint = std::max({m_beforePoint, beforePoint(row.a), beforePoint(row.b)});
    }
}

int PairFiguresModel::indent(const QModelIndex& index) const
{
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (!row.isNumber || index.column() == Figure)
        return 0;
    return m_beforePoint - beforePoint(index.column() == A ? row.a : row.b);
}

std::vector<PairFiguresModel::Row> PairFiguresModel::makeRows()
{
    const std::vector<Row> before = std::exchange(m_rows, {});
    if (m_results && m_node) {
        if (*m_node >= m_results->paired()->tree.root()) {
            addGroup(*m_node);
        } else {
            addSides(*m_node);
            addDelta(*m_node);
        }
    }
    return std::exchange(m_rows, before);
}

void PairFiguresModel::addWide(Title title, const QString& text, const QString& whole, bool isNumber)
{
    m_rows.push_back({.title = std::move(title), .a = text, .wholeA = whole, .wide = true, .isNumber = isNumber});
}

void PairFiguresModel::addFigure(Title title, const std::optional<double>& figure, int digits)
{
    addWide(std::move(title), figureText(figure, false, digits), figureText(figure, true));
}

void PairFiguresModel::addSides(std::uint32_t pair)
{
    const PairedCheckpoints& paired = *m_results->paired();
    const TensorPair& both = paired.pairs[pair];
    const auto add = [&](const QString& title, auto text) {
        m_rows.push_back({.title = title,
            .a = both.a == TensorPair::none ? QStringLiteral("–") : text(*paired.a, both.a),
            .b = both.b == TensorPair::none ? QStringLiteral("–") : text(*paired.b, both.b)});
    };
    if (paired.isRenamed(pair)) {
        add(tr("Name"),
            [](const Checkpoint& side, std::uint32_t tensor) { return nameText(side.tensors[tensor].name); });
        addWide(tr("Matched by"), pairedByText(both.by), {}, false);
    } else {
        addWide(tr("Name"), nameText(paired.names->tensors[pair].name), {}, false);
    }
    addWide(tr("Status"), statusText(*m_results, pair), {}, false);
    add(tr("DType"), dtypeText);
    add(tr("Shape"), shapeText);
    add(tr("Size"), [](const Checkpoint& side, std::uint32_t tensor) {
        return toQString(formatBytes(fileBytes(side.tensors[tensor])));
    });
    add(tr("File offset"), [](const Checkpoint& side, std::uint32_t tensor) { //
        return placeText(side, side.tensors[tensor]);
    });
    if (both.moved) {
        const bool otherFile = paired.a->tensors[both.a].file != paired.b->tensors[both.b].file;
        addWide(tr("Moved"), otherFile ? tr("to another file") : tr("within the file"), {}, false);
    }
}

void PairFiguresModel::addDelta(std::uint32_t pair)
{
    const PairOutcome* const outcome = m_results->find(pair);
    const TensorPair& both = m_results->paired()->pairs[pair];
    if (outcome && outcome->error)
        addWide(tr("Not read"), nameText(describe(*outcome->error)), {}, false);
    if (!both.both() || both.shapeChanged || (outcome && !outcome->delta))
        return;
    // Add the rows even before the figures are known, so that the layout does not jump when they arrive.
    const Delta delta = outcome ? *outcome->delta : Delta{};
    if (!delta.note.empty())
        addWide(tr("Note"), nameText(delta.note), {}, false);
    addNonfinite(delta.nonfiniteOnlyA, delta.nonfiniteOnlyB);
    if (delta.nullOnlyA + delta.nullOnlyB > 0) {
        m_rows.push_back({.title = {tr("Null only on this side"),
                              tr("Elements that have no value on one side and have one on the other")},
            .a = countText(delta.nullOnlyA),
            .b = countText(delta.nullOnlyB),
            .isNumber = true});
    }
    addWide({tr("Differing"), ComparisonModel::definition(ComparisonModel::Differing)},
        delta.differing ? differingText(*delta.differing, delta.elements) : countText({}));
    addWide({tr("Bitwise different"),
                tr("Elements whose bits differ, which includes −0 and +0, and different NaN. Only "
                   "if both sides have the same dtype")},
        countText(delta.differingBits));
    const auto shape = m_results->paired()->names->tensors[pair].shape;
    const QString first = countText(delta.firstDifference);
    addWide({tr("First difference"), ComparisonModel::definition(ComparisonModel::FirstDifference)},
        delta.firstDifference && shape.size() > 1
            ? first + QStringLiteral(" = ") + indexText(shape, *delta.firstDifference)
            : first);
    addFigure({tr("Max |A−B|"), ComparisonModel::definition(ComparisonModel::Maximum)}, delta.maximum);
    addFigure({tr("Mean |A−B|"), ComparisonModel::definition(ComparisonModel::Mean)}, delta.mean);
    addFigure({tr("RMS of A−B"), ComparisonModel::definition(ComparisonModel::Rms)}, delta.rms);
    addFigure({tr("Relative L2"), ComparisonModel::definition(ComparisonModel::RelativeL2)}, delta.relativeL2);
    addWide({tr("Cosine"), ComparisonModel::definition(ComparisonModel::Cosine)},
        cosineText(delta.cosine, false, figureDigitsOfCosine), cosineText(delta.cosine, true, figureDigitsOfCosine));
    addWide({tr("Max ULP distance"), ComparisonModel::definition(ComparisonModel::Ulp)}, countText(delta.maximumUlp));
    addCost(delta.signalToNoise,
        outcome ? m_results->paired()->figures(pair, *outcome).value_or(PairSums{}).cost : PrecisionCost{});
}

void PairFiguresModel::addGroup(NameTree::NodeId group)
{
    const PairSums sums = m_results->sums(group);
    addWide(tr("Group"), nameText(m_results->paired()->tree.path(group)), {}, false);
    addWide(tr("Tensors"), countText(sums.pairs()));
    for (std::size_t i = 0; i < pairStatusCount; ++i) {
        if (sums.byStatus[i] > 0)
            addWide(u' ' + statusName(static_cast<PairStatus>(i)), countText(sums.byStatus[i]));
    }
    if (sums.waiting > 0)
        addWide(u' ' + tr("not compared yet"), countText(sums.waiting));
    if (sums.renamed > 0)
        addWide(u' ' + tr("renamed"), countText(sums.renamed));
    if (sums.dtypeChanged > 0)
        addWide(u' ' + tr("other dtype"), countText(sums.dtypeChanged));
    if (sums.moved > 0)
        addWide(u' ' + tr("moved"), countText(sums.moved));
    addWide({tr("Differing"), ComparisonModel::definition(ComparisonModel::Differing)},
        sums.elements > 0 ? differingText(sums.differing, sums.elements) : countText({}));
    if (sums.nonfinite > 0)
        addNonfinite(sums.nonfiniteOnlyA, sums.nonfiniteOnlyB);
    addFigure({tr("Max |A−B|"), ComparisonModel::definition(ComparisonModel::Maximum)}, sums.maximum);
    addFigure({tr("Max relative L2"), ComparisonModel::definition(ComparisonModel::RelativeL2)}, sums.relativeL2);
    addWide({tr("Min cosine"), ComparisonModel::definition(ComparisonModel::Cosine)},
        cosineText(sums.cosine, false, figureDigitsOfCosine), cosineText(sums.cosine, true, figureDigitsOfCosine));
    addCost(sums.cost.signalToNoise(), sums.cost);
}

void PairFiguresModel::addNonfinite(std::optional<std::uint64_t> onlyA, std::optional<std::uint64_t> onlyB)
{
    m_rows.push_back(
        {.title = {tr("NaN/Inf only on this side"), ComparisonModel::definition(ComparisonModel::Nonfinite)},
            .a = countText(onlyA),
            .b = countText(onlyB),
            .isNumber = true});
}

void PairFiguresModel::addCost(std::optional<double> signalToNoise, const PrecisionCost& cost)
{
    addFigure({tr("SNR in dB"), ComparisonModel::definition(ComparisonModel::SignalToNoise)}, signalToNoise);
    m_rows.push_back({.title = {tr("Bits per weight"), ComparisonModel::definition(ComparisonModel::BitsPerWeight)},
        .a = figureText(cost.bitsA(), false),
        .b = figureText(cost.bitsB(), false),
        .isNumber = true});
}

int PairFiguresModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PairFiguresModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PairFiguresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case A:
        return QStringLiteral("A");
    case B:
        return QStringLiteral("B");
    default:
        return {};
    }
}

QVariant PairFiguresModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case WholeTextRole:
        if (index.column() == A)
            return role == WholeTextRole && !row.wholeA.isEmpty() ? row.wholeA : row.a;
        return index.column() == B ? row.b : row.title.text;
    case Qt::ToolTipRole:
        if (index.column() == Figure && !row.title.definition.isEmpty())
            return row.title.definition;
        return {};
    default:
        return {};
    }
}

} // namespace loupe
