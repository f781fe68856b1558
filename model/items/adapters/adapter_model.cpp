#include "items/adapters/adapter_model.h"

#include "core/finding.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"

#include <algorithm>
#include <limits>

namespace loupe {

namespace {

constexpr double mostOfUpdate = 0.99; // share of the squared norm
constexpr int digits = 5;

QString adapterNumber(double number)
{
    return QString::number(number, 'g', digits);
}

} // namespace

void AdapterModel::setReport(AdapterReportPtr report)
{
    beginResetModel();
    m_report = std::move(report);
    for (int column = 0; column < ColumnCount; ++column)
        m_common[std::size_t(column)] = findCommonText(column);
    endResetModel();
}

int AdapterModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_report)
        return 0;
    constexpr std::size_t most = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(m_report->adapter->modules.size(), most));
}

int AdapterModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant AdapterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const AdapterModule& module = m_report->adapter->modules[row];
    switch (role) {
    case Qt::DisplayRole:
        return toQString(printable(text(row, index.column()).toStdString()));
    case WholeTextRole:
        return index.column() == Norm && isUntrained(row) ? tr("0: the module was never trained")
                                                          : text(row, index.column());
    case IsPathRole:
        return index.column() == Module;
    case Qt::TextAlignmentRole: {
        const bool isNumber = index.column() >= Rank && index.column() <= RankForMost;
        return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case TensorRole: {
        const auto part = std::ranges::find_if(module.parts, [](const auto& tensor) { return tensor.has_value(); });
        return part == module.parts.end() ? QVariant() : QVariant::fromValue(quint32(**part));
    }
    case SeverityRole: {
        const bool isFit = m_report->base ? m_report->targets[row].fit == Fit::Fits : module.isComputable();
        const bool isWorse = index.column() == InBase ? !isFit : index.column() == Norm && isUntrained(row);
        return isWorse ? QVariant(int(Severity::Warning)) : QVariant();
    }
    default:
        return {};
    }
}

QString AdapterModel::text(std::size_t row, int column) const
{
    const AdapterModule& module = m_report->adapter->modules[row];
    const UpdateFigures& figures = m_report->figures[row];
    switch (column) {
    case Module:
        return toQString(module.name);
    case Kind:
        return toQString(module.kind);
    case InBase:
        return baseText(row);
    default:
        break;
    }
    if (!module.hasFactors())
        return {};
    switch (column) {
    case Rank:
        return groupedCount(module.rank);
    case Alpha:
        return module.alpha ? adapterNumber(*module.alpha) : tr("unknown");
    case Scale:
        return module.alpha ? adapterNumber(module.scale) : tr("unknown");
    default:
        break;
    }
    if (!module.isComputable())
        return {};
    if (!figures.isFinite)
        return column == Norm ? QStringLiteral("NaN") : QString();
    if (column == Norm)
        return adapterNumber(figures.norm);
    return figures.norm > 0 && !figures.singularValues.empty() ? groupedCount(figures.rankFor(mostOfUpdate))
                                                               : QString();
}

std::optional<QString> AdapterModel::findCommonText(int column) const
{
    if (rowCount() == 0)
        return std::nullopt;
    const AlikeModules& alike = m_report->alike;
    const bool isCommon = (column == Kind && alike.kind) || (column == Rank && alike.rank)
        || (column == Alpha && alike.alpha) || (column == Scale && alike.scale);
    const QString first = isCommon ? text(0, column) : QString();
    return first.isEmpty() ? std::nullopt : std::optional(first);
}

QString AdapterModel::targetName(int row) const
{
    if (!m_report->base)
        return {};
    const AdapterTarget& target = m_report->targets[std::size_t(row)];
    return target.fit == Fit::Fits ? toQString(printable(m_report->base->tensors[*target.tensor].name)) : QString();
}

bool AdapterModel::isUntrained(std::size_t row) const
{
    const AdapterModule& module = m_report->adapter->modules[row];
    const UpdateFigures& figures = m_report->figures[row];
    return module.hasFactors() && module.isComputable() && figures.isFinite && figures.norm == 0;
}

QString AdapterModel::baseText(std::size_t row) const
{
    if (!m_report->base)
        return toQString(m_report->adapter->modules[row].problem);
    const AdapterTarget& target = m_report->targets[row];
    if (target.fit != Fit::Fits)
        return toQString(target.why);
    const Tensor& tensor = m_report->base->tensors[*target.tensor];
    const QString name = toQString(tensor.name);
    if (!tensor.shape.empty() && target.rows != tensor.shape[0]) {
        return tr("%1, rows %2 to %3", "tensor")
            .arg(name, groupedCount(target.firstRow), groupedCount(target.firstRow + target.rows - 1));
    }
    return name;
}

QVariant AdapterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section >= Rank && section <= RankForMost;
        return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool isTitle = role == Qt::DisplayRole;
    switch (section) {
    case Module:
        return isTitle ? tr("Module") : tr("The part of the model that is changed");
    case Kind:
        return isTitle ? tr("Kind") : tr("How the change is stored");
    case Rank:
        return isTitle ? tr("Rank") : tr("How many rows the factor A (down) has");
    case Alpha:
        return isTitle ? QStringLiteral("Alpha")
                       : tr("As the file, adapter_config.json beside it or its metadata says");
    case Scale:
        return isTitle ? tr("Scale") : tr("Alpha divided by the rank, or by its root: the update is scale · B · A");
    case Norm:
        return isTitle ? tr("Norm") : tr("Frobenius norm of the update, with its scale");
    case RankForMost:
        return isTitle ? tr("99 % rank") : tr("How many singular values have 99 % of the update's squared norm");
    case InBase:
        return isTitle ? tr("In the base") : tr("The tensor of the chosen base that is changed, or why there is none");
    default:
        return {};
    }
}

} // namespace loupe
