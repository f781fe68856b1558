#include "items/findings_model.h"

#include "core/text.h"
#include "items/qt_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace loupe {

namespace {

constexpr std::array<const char*, FindingsModel::ColumnCount> titles{
    QT_TRANSLATE_NOOP("loupe::FindingsModel", "Severity"), QT_TRANSLATE_NOOP("loupe::FindingsModel", "Code"),
    QT_TRANSLATE_NOOP("loupe::FindingsModel", "Finding"), QT_TRANSLATE_NOOP("loupe::FindingsModel", "Byte"),
    QT_TRANSLATE_NOOP("loupe::FindingsModel", "Tensor"), QT_TRANSLATE_NOOP("loupe::FindingsModel", "File")};

QString findingText(std::string_view text)
{
    return toQString(printable(text));
}

} // namespace

FindingsModel::FindingsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void FindingsModel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    beginResetModel();
    m_checkpoint = std::move(checkpoint);
    m_rows.clear();
    m_counts = {};
    if (m_checkpoint) {
        std::map<std::string_view, const Finding*> lastOfCode;
        for (const Finding& finding : m_checkpoint->findings.list()) {
            m_rows.push_back({&finding, 0});
            lastOfCode[finding.code] = &finding;
        }
        for (const auto& [code, finding] : lastOfCode) {
            if (const std::uint64_t more = m_checkpoint->findings.suppressed(code); more > 0)
                m_rows.push_back({finding, more});
        }
        for (const Row& row : m_rows)
            m_counts[std::size_t(row.finding->severity)] += std::max<quint64>(row.more, 1);
        std::stable_sort(m_rows.begin(), m_rows.end(),
            [](const Row& a, const Row& b) { return a.finding->severity > b.finding->severity; });
    }
    endResetModel();
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FindingsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    return tr(titles[static_cast<std::size_t>(section)]);
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Finding& finding = *row.finding;
    switch (role) {
    case Qt::DisplayRole:
    case WholeTextRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        if (index.column() == Offset)
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        return {};
    case SeverityRole:
        return static_cast<int>(finding.severity);
    case FileRole:
        return quint32{finding.file};
    case OffsetRole:
        return row.more == 0 && finding.offset ? QVariant(qulonglong{*finding.offset}) : QVariant();
    case FullNameRole:
        return row.more == 0 && finding.aboutTensor ? QVariant(toQString(finding.tensor)) : QVariant();
    case SortRole:
        if (index.column() == Offset)
            return row.more == 0 && finding.offset ? QVariant(qulonglong{*finding.offset}) : QVariant();
        return text(row, index.column());
    default:
        return {};
    }
}

QString FindingsModel::severityText(loupe::Severity severity)
{
    switch (severity) {
    case loupe::Severity::Note:
        return tr("Note");
    case loupe::Severity::Warning:
        return tr("Warning");
    case loupe::Severity::Error:
        break;
    }
    return tr("Error");
}

QString FindingsModel::text(const Row& row, int column) const
{
    const Finding& finding = *row.finding;
    switch (column) {
    case Severity:
        return severityText(finding.severity);
    case Code:
        return toQString(finding.code);
    case Message:
        return row.more > 0 ? tr("%1 more of this kind").arg(toQString(formatCount(row.more)))
                            : findingText(finding.message);
    case Offset:
        return row.more == 0 && finding.offset ? toQString(formatCount(*finding.offset)) : QString();
    case Tensor:
        return row.more == 0 && finding.aboutTensor ? findingText(finding.tensor) : QString();
    case File:
        if (row.more > 0)
            return {};
        if (finding.file == Finding::noFile)
            return findingText(
                (m_checkpoint->index ? m_checkpoint->index->path() : m_checkpoint->path).filename().native());
        return findingText(m_checkpoint->files[finding.file].path.filename().native());
    default:
        return {};
    }
}

} // namespace loupe
