#include "items/adapters/adapter_model.h"

#include "core/finding.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr double mostOfUpdate = 0.99; // share of the squared norm
constexpr int digits = 5;

QString adapterNumber(double number)
{
    return QString::number(number, 'g', digits);
}

constexpr std::array<ModuleColumn, AdapterModel::ColumnCount> adapterColumns{{
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "Module"),
        QT_TRANSLATE_NOOP("loupe::AdapterModel", "The part of the model that the adapter changes")},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "Kind"),
        QT_TRANSLATE_NOOP("loupe::AdapterModel", "How the update is stored")},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "Rank"),
        QT_TRANSLATE_NOOP("loupe::AdapterModel",
            "The number of rows of the factor A (down); for LoHa and LoKr, the inner dimension of their products. "
            "Empty "
            "if the matrices are stored whole"),
        true},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "Alpha"),
        QT_TRANSLATE_NOOP("loupe::AdapterModel", "From the file, its metadata or adapter_config.json next to it"),
        true},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "Scale"),
        QT_TRANSLATE_NOOP("loupe::AdapterModel",
            "Alpha divided by the rank, or by its root: the update is scale · B · A. For LoHa, "
            "B · A is the elementwise product of two such products; for LoKr, the Kronecker product of two matrices"),
        true},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "Norm"),
        QT_TRANSLATE_NOOP("loupe::AdapterModel",
            "Frobenius norm of the update, with its scale: the root of the sum of its squared elements"),
        true},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "99 % rank"),
        QT_TRANSLATE_NOOP(
            "loupe::AdapterModel", "How many singular values have 99 % of the update's squared norm, largest first"),
        true},
    {QT_TRANSLATE_NOOP("loupe::AdapterModel", "In the base"),
        QT_TRANSLATE_NOOP(
            "loupe::AdapterModel", "The tensor of the chosen base that is changed, or why there is none")},
}};

} // namespace

AdapterModel::AdapterModel(QObject* parent)
    : ModuleTableModel(adapterColumns, parent)
{
}

void AdapterModel::setReport(AdapterReportPtr report)
{
    beginResetModel();
    m_report = std::move(report);
    for (int column = 0; column < ColumnCount; ++column)
        m_common[std::size_t(column)] = findCommonText(column);
    endResetModel();
}

std::size_t AdapterModel::moduleCount() const
{
    return m_report ? m_report->adapter->modules.size() : 0;
}

QVariant AdapterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const AdapterModule& module = m_report->adapter->modules[row];
    switch (role) {
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
        return ModuleTableModel::data(index, role);
    }
}

QString AdapterModel::wholeText(std::size_t row, int column) const
{
    return column == Norm && isUntrained(row) ? tr("0: the module was never trained") : text(row, column);
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
    if (!module.hasUpdate())
        return {};
    switch (column) {
    case Rank:
        return module.rank > 0 ? groupedCount(module.rank) : QString();
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
    return module.hasUpdate() && module.isComputable() && figures.isFinite && figures.norm == 0;
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

} // namespace loupe
