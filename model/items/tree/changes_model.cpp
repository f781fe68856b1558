#include "items/tree/changes_model.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "saving/recipe/renamed_part.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <map>

namespace loupe {

namespace {

/// More than a cell can show, in characters.
constexpr int longestChangeText = 1000;

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

QString kindText(const StagedAction& action)
{
    const std::uint64_t changes = action.changes();
    const int plural = pluralOf(changes);
    const QString count = groupedCount(changes);
    const auto isRemoved = [](const KeyChange& change) { return !change.after; };
    switch (action.request.kind) {
    case ChangeKind::Renamed:
        return ChangesModel::tr("Renamed %1 tensor(s)", nullptr, plural).arg(count);
    case ChangeKind::Cast:
        return ChangesModel::tr("Cast %1 tensor(s)", nullptr, plural).arg(count);
    case ChangeKind::Deleted:
        return ChangesModel::tr("Deleted %1 tensor(s)", nullptr, plural).arg(count);
    case ChangeKind::MetadataSet:
    case ChangeKind::MetadataRemoved:
        break;
    }
    return std::ranges::all_of(action.changedKeys, isRemoved)
        ? ChangesModel::tr("Removed %1 key(s)", nullptr, plural).arg(count)
        : ChangesModel::tr("Changed %1 key(s)", nullptr, plural).arg(count);
}

QString printed(std::string_view text, bool whole)
{
    if (text.empty())
        return ChangesModel::tr("(empty)");
    return whole ? toQString(text)
                 : toQString(printable(shortQString(text, longestChangeText).simplified().toStdString()));
}

QString changeText(const Change& change, bool whole)
{
    if (!change.after)
        return {};
    if (!change.before)
        return ChangesModel::tr("→ %1").arg(printed(*change.after, whole));
    RenamedPart part{*change.before, *change.after};
    if (change.kind == ChangeKind::Renamed && !whole) {
        // The common part of both names is shown next to it.
        part = renamedPart(part.before, part.after);
        if (part.before.empty() || part.after.empty() || part.before == *change.before)
            return ChangesModel::tr("→ %1").arg(printed(*change.after, whole));
    }
    return ChangesModel::tr("%1 → %2").arg(printed(part.before, whole), printed(part.after, whole));
}

} // namespace

ChangesModel::ChangesModel(QObject* parent)
    : QAbstractItemModel(parent)
{
    connect(&m_naming, &JobRunner::runningChanged, this, &ChangesModel::namingChanged);
}

void ChangesModel::setEdits(const StagedEdits& edits)
{
    m_naming.stop();
    beginResetModel();
    m_edits = edits;
    nameSmall();
    endResetModel();
    nameLarge();
}

void ChangesModel::setShown(bool shown)
{
    m_isShown = shown;
    if (shown)
        nameLarge();
    else
        m_naming.stop();
}

/// An action with a single change is described by that change.
bool ChangesModel::needsLabel(const StagedAction& action)
{
    return action.changes() != 1;
}

/// Null if stopped.
NamePatternsPtr ChangesModel::patternsOf(const std::vector<ActionPtr>& actions, const Work& work)
{
    const auto patterns = std::make_shared<NamePatterns>();
    for (const ActionPtr& action : actions) {
        if (action->request.kind == ChangeKind::MetadataSet)
            continue;
        for (std::uint64_t i = 0; i < action->changes(); ++i) {
            if (work.stopped())
                return nullptr;
            patterns->add(action->change(i).subject);
        }
    }
    return patterns;
}

/// Labels the actions that take no longer than a frame together.
void ChangesModel::nameSmall()
{
    constexpr std::uint64_t fewNames = 50'000; // that are visited
    m_patterns.reset();
    if (m_edits.totals().all() <= fewNames)
        m_patterns = patternsOf(m_edits.actions(), {});
    Labels labels;
    std::uint64_t names = 0;
    for (const ActionPtr& action : m_edits.actions()) {
        if (!needsLabel(*action))
            continue;
        if (auto known = m_labels.extract(action)) {
            labels.insert(std::move(known));
            continue;
        }
        const StagedAction& about = action->lastEffect ? *action->lastEffect : *action;
        const std::uint64_t more = about.changes() > 1 ? about.changes() + m_edits.checkpoint()->tensors.size() : 1;
        if (names + more > fewNames)
            continue;
        names += more;
        labels.emplace(action, labelOf(*action));
    }
    m_labels = std::move(labels);
}

void ChangesModel::nameLarge()
{
    std::vector<ActionPtr> unnamed;
    for (const ActionPtr& action : m_edits.actions()) {
        if (needsLabel(*action) && !m_labels.contains(action))
            unnamed.push_back(action);
    }
    if (!m_isShown || (unnamed.empty() && m_patterns) || isNaming())
        return;
    auto name = [unnamed = std::move(unnamed), actions = m_edits.actions()](const Work& work) {
        Naming naming;
        for (const ActionPtr& action : unnamed) {
            if (!work.stopped())
                naming.labels.emplace(action, labelOf(*action));
        }
        naming.patterns = patternsOf(actions, work);
        return naming;
    };
    m_naming.start(std::move(name), [this](Naming naming) {
        m_labels.merge(naming.labels);
        m_patterns = std::move(naming.patterns);
        emit dataChanged(index(0, Subject), index(rowCount() - 1, Becomes));
    });
}

ActionLabel ChangesModel::labelFor(const ActionPtr& action) const
{
    const auto known = m_labels.find(action);
    return known != m_labels.end() ? known->second : firstLabel(*action);
}

QString ChangesModel::becomesText(const ActionPtr& action, bool whole) const
{
    const ActionLabel label = labelFor(action);
    if (label.after.empty())
        return {};
    if (action->request.kind == ChangeKind::Renamed) {
        const QString text = changeText(
            Change{ChangeKind::Renamed, 0, {}, std::string_view(label.subject), std::string_view(label.after)}, whole);
        return label.isFirstOfMany ? tr("%1, …").arg(text) : text;
    }
    const QString after = printed(label.after, whole);
    if (label.isFirstOfMany && action->request.kind == ChangeKind::MetadataSet)
        return tr("→ %1, …").arg(after);
    return label.before.empty() ? tr("→ %1").arg(after) : tr("%1 → %2").arg(printed(label.before, whole), after);
}

QString ChangesModel::subjectText(const ActionPtr& action, bool whole) const
{
    const ActionLabel label = labelFor(action);
    const QString subject = printed(label.subject, whole);
    if (label.among > 0)
        return tr("%1 (%2 of %3)", "group, tensors that are changed, tensors in it")
            .arg(subject, groupedCount(action->changes()), groupedCount(label.among));
    return label.isFirstOfMany ? tr("%1, …").arg(subject) : subject;
}

std::size_t ChangesModel::actionNumber(const QModelIndex& index)
{
    return isAction(index) ? std::size_t(index.row()) : std::size_t(index.internalId()) - 1;
}

QModelIndex ChangesModel::indexOfAction(quint64 id) const
{
    const auto& actions = m_edits.actions();
    const auto found = std::ranges::find_if(actions, [&](const auto& action) { return action->id == id; });
    return found == actions.end() ? QModelIndex() : index(int(found - actions.begin()), 0);
}

QModelIndex ChangesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex ChangesModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || isAction(child))
        return {};
    return createIndex(int(actionNumber(child)), 0, quintptr(0));
}

int ChangesModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    if (!parent.isValid())
        return int(std::min<std::uint64_t>(m_edits.actions().size(), most));
    if (!isAction(parent) || parent.column() > 0 || action(parent).changes() == 1)
        return 0;
    return int(std::min(action(parent).changes(), most));
}

int ChangesModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

Qt::ItemFlags ChangesModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    constexpr Qt::ItemFlags ofAll = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return rowCount(index.siblingAtColumn(0)) > 0 ? ofAll : ofAll | Qt::ItemNeverHasChildren;
}

QString ChangesModel::text(const QModelIndex& index, bool whole) const
{
    const StagedAction& action = this->action(index);
    if (isAction(index) && needsLabel(action)) {
        if (index.column() == Kind)
            return action.isVoid() ? tr("No longer applies") : kindText(action);
        return index.column() == Subject ? subjectText(actionAt(index), whole) : becomesText(actionAt(index), whole);
    }
    const Change change = action.change(isAction(index) ? 0 : std::uint64_t(index.row()));
    if (index.column() == Kind)
        return kindText(change);
    return index.column() == Subject ? printed(change.subject, whole) : changeText(change, whole);
}

QVariant ChangesModel::toolTip(const StagedAction& action) const
{
    if (!action.isVoid())
        return {};
    return tr("This action no longer changes anything, as it depends on an action that was undone.");
}

QVariant ChangesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole || role == WholeTextRole)
        return text(index, role == WholeTextRole);
    const StagedAction& action = this->action(index);
    if (role == IsPathRole)
        return index.column() == Subject && action.request.kind != ChangeKind::MetadataSet;
    if (role == NamePatternsRole)
        return QVariant::fromValue(m_patterns);
    if (isAction(index) && role == Qt::ToolTipRole)
        return toolTip(action);
    if (isAction(index) && needsLabel(action)) {
        if (role == EditedRole && index.column() == Subject && action.request.kind == ChangeKind::Deleted)
            return static_cast<int>(ChangeKind::Deleted);
        return {};
    }
    const Change change = action.change(isAction(index) ? 0 : std::uint64_t(index.row()));
    const bool isMetadata = action.request.kind == ChangeKind::MetadataSet;
    switch (role) {
    case FullNameRole:
        return toQString(isMetadata ? change.subject : m_edits.checkpoint()->tensors[change.tensor].name);
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

std::vector<ActionPart> ChangesModel::parts(const QItemSelection& rows) const
{
    std::map<std::size_t, ActionPart> parts;
    for (const QItemSelectionRange& range : rows) {
        if (range.parent().isValid())
            continue;
        for (int row = range.top(); row <= range.bottom(); ++row)
            parts[std::size_t(row)] = {std::size_t(row), {}};
    }
    for (const QItemSelectionRange& range : rows) {
        const auto number = std::size_t(range.parent().row());
        if (!range.parent().isValid() || (parts.contains(number) && parts[number].changes.empty()))
            continue;
        ActionPart& part = parts[number];
        part.action = number;
        for (int row = range.top(); row <= range.bottom(); ++row)
            part.changes.push_back(std::uint64_t(row));
    }
    std::vector<ActionPart> list;
    for (auto& [number, part] : parts)
        list.push_back(std::move(part));
    return list;
}

QString changesText(const ChangeTotals& totals)
{
    QStringList tensors;
    // Only the first part has the noun.
    const auto add = [&](std::uint64_t count, const QString& first, const QString& next) {
        if (count > 0)
            tensors << (tensors.isEmpty() ? first : next).arg(groupedCount(count));
    };
    add(totals.renamed, ChangesModel::tr("%1 tensor(s) renamed", nullptr, pluralOf(totals.renamed)),
        ChangesModel::tr("%1 renamed"));
    add(totals.cast, ChangesModel::tr("%1 tensor(s) cast", nullptr, pluralOf(totals.cast)),
        ChangesModel::tr("%1 cast"));
    add(totals.deleted, ChangesModel::tr("%1 tensor(s) deleted", nullptr, pluralOf(totals.deleted)),
        ChangesModel::tr("%1 deleted"));
    QStringList parts;
    if (!tensors.isEmpty())
        parts << tensors.join(QStringLiteral(", "));
    if (totals.metadata > 0)
        parts << ChangesModel::tr("%1 metadata key(s) changed", nullptr, pluralOf(totals.metadata))
                     .arg(groupedCount(totals.metadata));
    return parts.join(QStringLiteral("; "));
}

QString savedText(const StagedEdits& edits)
{
    const std::uint64_t deleted = edits.totals().deleted;
    if (deleted == 0 && edits.sizeChange().isEmpty())
        return {};
    const Checkpoint& checkpoint = *edits.checkpoint();
    return ChangesModel::tr("After saving: %1, %2 of tensor data.")
        .arg(tensorCountText(checkpoint.tensors.size() - deleted),
            toQString(formatBytes(edits.sizeChange().saved(checkpoint.totalTensorBytes()))));
}

QString clashesText(const NameClashes& clashes)
{
    if (clashes.listed.empty())
        return {};
    const QString name = printed(clashes.listed.front().name, false);
    if (clashes.count == 1)
        return ChangesModel::tr("Two tensors would be named “%1”: no file can hold both.").arg(name);
    return ChangesModel::tr(
        "%1 tensor(s) would have the name of another one, the first is “%2”: no file can hold both.", nullptr,
        pluralOf(clashes.count))
        .arg(groupedCount(clashes.count), name);
}

} // namespace loupe
