#include "items/writing/merge_sources_model.h"

#include "core/finding.h"
#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <utility>

namespace loupe {

MergeSourcesModel::MergeSourcesModel(QObject* parent)
    : FileTableModel(parent)
{
}

MergeSourcesModel::~MergeSourcesModel() = default;

void MergeSourcesModel::add(OpenedCheckpointPtr opened, StagedEdits edits)
{
    beginInsertRows({}, rowCount(), rowCount());
    const QString path = toQString(opened->checkpoint->path);
    m_rows.push_back({.path = path, .opened = std::move(opened), .edits = std::move(edits), .error = {}});
    endInsertRows();
    nameRows();
    emit openedChanged();
}

void MergeSourcesModel::add(const QStringList& paths)
{
    QSet<QString> there;
    for (const Row& row : m_rows)
        there.insert(row.path);
    for (const QString& path : paths) {
        if (there.contains(path))
            continue;
        there.insert(path);
        beginInsertRows({}, rowCount(), rowCount());
        m_rows.push_back({.path = path, .opened = nullptr, .error = {}});
        endInsertRows();
    }
    nameRows();
    if (!m_opening.isRunning())
        openNext();
}

void MergeSourcesModel::remove(int row)
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

std::vector<OpenedCheckpointPtr> MergeSourcesModel::opened() const
{
    std::vector<OpenedCheckpointPtr> opened;
    for (const Row& row : m_rows) {
        if (row.opened)
            opened.push_back(row.opened);
    }
    return opened;
}

RecipeMaker MergeSourcesModel::recipe() const
{
    const auto first = std::ranges::find_if(m_rows, [](const Row& row) { return row.opened != nullptr; });
    std::vector<OpenedCheckpointPtr> others = opened();
    others.erase(others.begin());
    return mergedRecipe(first->edits.checkpoint() ? first->edits : StagedEdits(first->opened->checkpoint), others);
}

bool MergeSourcesModel::hasFailures() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.error.has_value(); });
}

/// Shows as few trailing parts of each path as required to distinguish them.
void MergeSourcesModel::nameRows()
{
    std::vector<QString> whole;
    for (const Row& row : m_rows) {
        whole.push_back(row.path);
        while (whole.back().size() > 1 && whole.back().endsWith(u'/'))
            whole.back().chop(1);
    }
    std::vector<qsizetype> begin; // where the shown part of each path begins
    for (const QString& path : whole)
        begin.push_back(path.lastIndexOf(u'/') + 1);
    for (bool longer = true; longer;) {
        QHash<QStringView, int> count;
        for (std::size_t i = 0; i < whole.size(); ++i)
            ++count[QStringView(whole[i]).sliced(begin[i])];
        longer = false;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            if (begin[i] < 2 || count[QStringView(whole[i]).sliced(begin[i])] == 1)
                continue;
            begin[i] = whole[i].lastIndexOf(u'/', begin[i] - 2) + 1;
            longer = true;
        }
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (const QString shown = whole[i].sliced(begin[i]); std::exchange(m_rows[i].shown, shown) != shown)
            emit dataChanged(index(int(i), File), index(int(i), File));
    }
}

void MergeSourcesModel::openNext()
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

int MergeSourcesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant MergeSourcesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) // Qt asks for it on Ctrl+C without a current row
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

QString MergeSourcesModel::text(const Row& row, int column) const
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
        if (!checkpoint)
            return tr("Opening…");
        if (!row.edits.isEmpty()) {
            const std::uint64_t changes = row.edits.actions().size();
            return tr("%1 · %2 staged change(s)", nullptr, pluralOf(changes))
                .arg(toQString(checkpoint->formatText()), groupedCount(changes));
        }
        return toQString(checkpoint->formatText());
    default:
        return {};
    }
}

QString MergeSourcesModel::noteTitle() const
{
    return tr("Format");
}

} // namespace loupe
