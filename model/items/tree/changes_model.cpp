#include "items/tree/changes_model.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace loupe {

namespace {

QString kindText(const Change& change)
{
    switch (change.kind) {
    case ChangeKind::Renamed:
        return ChangesModel::tr("Renamed");
    case ChangeKind::Cast:
        return ChangesModel::tr("Cast");
    case ChangeKind::Deleted:
        return ChangesModel::tr("Deleted");
    case ChangeKind::MetadataSet:
        return change.before ? ChangesModel::tr("Key changed") : ChangesModel::tr("Key added");
    case ChangeKind::MetadataRemoved:
        return ChangesModel::tr("Key removed");
    }
    return {};
}

/// More than a cell can show.
constexpr int longestChangeText = 1000;

QString printed(std::string_view text, bool whole)
{
    if (text.empty())
        return ChangesModel::tr("(empty)");
    return whole ? toQString(text)
                 : toQString(printable(shortQString(text, longestChangeText).simplified().toStdString()));
}

QString becomesText(const Change& change, bool whole)
{
    const QString arrow = QStringLiteral("→ ");
    switch (change.kind) {
    case ChangeKind::Renamed:
        return arrow + printed(*change.after, whole);
    case ChangeKind::Cast:
    case ChangeKind::MetadataSet:
        return (change.before ? printed(*change.before, whole) + u' ' : QString()) + arrow
            + printed(*change.after, whole);
    case ChangeKind::Deleted:
    case ChangeKind::MetadataRemoved:
        return {};
    }
    return {};
}

} // namespace

void ChangesModel::setEdits(const StagedEdits& edits)
{
    beginResetModel();
    m_edits = edits;
    endResetModel();
}

int ChangesModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_edits.totals().all(), most));
}

int ChangesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ChangesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Change change = m_edits.change(static_cast<std::uint64_t>(index.row()));
    const bool isMetadata = change.kind == ChangeKind::MetadataSet || change.kind == ChangeKind::MetadataRemoved;
    const bool whole = role == WholeTextRole;
    switch (role) {
    case Qt::DisplayRole:
    case WholeTextRole:
        if (index.column() == Kind)
            return kindText(change);
        return index.column() == Subject ? printed(change.subject, whole) : becomesText(change, whole);
    case FullNameRole:
        return toQString(change.subject);
    case EditedRole:
        return index.column() == Subject ? QVariant(static_cast<int>(change.kind)) : QVariant();
    case TensorRole:
        return isMetadata ? QVariant() : QVariant(quint32{change.tensor});
    default:
        return {};
    }
}

QVariant ChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Kind:
        return tr("Change");
    case Subject:
        return tr("Tensor or key");
    case Becomes:
        return tr("Becomes");
    default:
        return {};
    }
}

QString changesText(const ChangeTotals& totals)
{
    QStringList tensors;
    // Only the first says what is counted.
    const auto number = [&](std::uint64_t count) {
        return toQString(tensors.isEmpty() ? counted(count, "tensor") : formatCount(count));
    };
    if (totals.renamed > 0)
        tensors << ChangesModel::tr("%1 renamed").arg(number(totals.renamed));
    if (totals.cast > 0)
        tensors << ChangesModel::tr("%1 cast").arg(number(totals.cast));
    if (totals.deleted > 0)
        tensors << ChangesModel::tr("%1 deleted").arg(number(totals.deleted));
    QStringList parts;
    if (!tensors.isEmpty())
        parts << tensors.join(QStringLiteral(", "));
    if (totals.metadata > 0)
        parts << ChangesModel::tr("%1 changed").arg(toQString(counted(totals.metadata, "metadata key")));
    return parts.join(QStringLiteral("; "));
}

QString clashesText(const NameClashes& clashes)
{
    if (clashes.listed.empty())
        return {};
    const QString name = printed(clashes.listed.front().name, false);
    if (clashes.count == 1)
        return ChangesModel::tr("Two tensors would be named “%1”: no file can hold both.").arg(name);
    return ChangesModel::tr("%1 would have a name that another one has, “%2” first: no file can hold both.")
        .arg(toQString(counted(clashes.count, "tensor")), name);
}

} // namespace loupe
