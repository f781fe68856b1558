#include "items/merge_sources.h"

#include "core/finding.h"
#include "core/text.h"
#include "items/item_roles.h"
#include "items/qt_text.h"

#include <algorithm>

namespace loupe {

MergeSources::MergeSources(QObject* parent)
    : QAbstractTableModel(parent)
{
}

MergeSources::~MergeSources() = default;

void MergeSources::add(OpenedCheckpointPtr opened)
{
    beginInsertRows({}, rowCount(), rowCount());
    const QString path = toQString(opened->checkpoint->path);
    m_rows.push_back({.path = path, .opened = std::move(opened), .error = {}});
    endInsertRows();
    nameRows();
    emit openedChanged();
}

void MergeSources::add(const QStringList& paths)
{
    for (const QString& path : paths) {
        if (std::any_of(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.path == path; }))
            continue;
        beginInsertRows({}, rowCount(), rowCount());
        m_rows.push_back({.path = path, .opened = nullptr, .error = {}});
        endInsertRows();
    }
    nameRows();
    if (!m_opening.isRunning())
        openNext();
}

void MergeSources::remove(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    const bool opening = m_opening.isRunning() && m_rows[std::size_t(row)].path == m_current;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    nameRows();
    if (opening) {
        m_opening.stop();
        openNext();
    }
    emit openedChanged();
}

std::vector<OpenedCheckpointPtr> MergeSources::opened() const
{
    std::vector<OpenedCheckpointPtr> opened;
    for (const Row& row : m_rows) {
        if (row.opened)
            opened.push_back(row.opened);
    }
    return opened;
}

bool MergeSources::hasFailures() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.error.has_value(); });
}

/// A few rows, that people have chosen: each is compared with all.
void MergeSources::nameRows()
{
    const auto ending = [](const QString& path, int parts) {
        return path.section(u'/', -parts, -1, QString::SectionSkipEmpty);
    };
    for (Row& row : m_rows) {
        const auto isShared = [&](int parts) {
            return std::ranges::any_of(m_rows, [&](const Row& other) {
                return other.path != row.path && ending(other.path, parts) == ending(row.path, parts);
            });
        };
        int parts = 1;
        const auto most = int(row.path.count(u'/')) + 1;
        while (parts < most && isShared(parts))
            ++parts;
        row.shown = ending(row.path, parts);
    }
    if (!m_rows.empty())
        emit dataChanged(index(0, File), index(rowCount() - 1, File));
}

void MergeSources::openNext()
{
    const auto next =
        std::find_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return !row.opened && !row.error; });
    if (next == m_rows.end())
        return;
    m_current = next->path;
    m_opening.start([file = toPath(m_current)](const Work& work) { return openForViewing(file, work); },
        [this](Result<OpenedCheckpointPtr> opened) {
            const auto row =
                std::find_if(m_rows.begin(), m_rows.end(), [this](const Row& one) { return one.path == m_current; });
            if (opened)
                row->opened = std::move(*opened);
            else
                row->error = std::move(opened.error());
            const int number = int(row - m_rows.begin());
            emit dataChanged(index(number, 0), index(number, ColumnCount - 1));
            openNext();
            emit openedChanged();
        });
}

int MergeSources::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int MergeSources::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MergeSources::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case WholeTextRole:
        return index.column() == File ? row.path : text(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant(
            (index.column() == Tensors || index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SeverityRole:
        return row.error ? QVariant(int(Severity::Error)) : QVariant();
    default:
        return {};
    }
}

QString MergeSources::text(const Row& row, int column) const
{
    const Checkpoint* const checkpoint = row.opened ? row.opened->checkpoint.get() : nullptr;
    switch (column) {
    case File:
        return toQString(printable(toPath(row.shown).native()));
    case Tensors:
        return checkpoint ? toQString(formatCount(checkpoint->tensors.size())) : QString();
    case Size:
        return checkpoint ? toQString(formatBytes(checkpoint->totalFileBytes())) : QString();
    case Note:
        if (row.error)
            return toQString(printable(row.error->message));
        return checkpoint ? toQString(checkpoint->formatText()) : tr("is being opened");
    default:
        return {};
    }
}

QVariant MergeSources::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Tensors || section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case File:
        return tr("File");
    case Tensors:
        return tr("Tensors");
    case Size:
        return tr("Size");
    default:
        return tr("Format");
    }
}

} // namespace loupe
