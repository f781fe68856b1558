#include "items/renaming/rename_preview_model.h"

#include "analysis/comparison/name_rewriter.h"
#include "core/finding.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <algorithm>
#include <set>

namespace loupe {

namespace {

/// More characters than a cell can show.
constexpr std::size_t longestPreviewText = 1000;

} // namespace

RenamePreviewModel::RenamePreviewModel(NodeChoice choice, StagedEdits edits, QObject* parent)
    : QAbstractTableModel(parent)
    , m_choice(std::move(choice))
    , m_edits(std::move(edits))
{
}

void RenamePreviewModel::setRule(const QString& regex, const QString& replacement)
{
    m_job.start(
        [choice = m_choice, edits = m_edits, regex = regex.toStdString(), replacement = replacement.toStdString()](
            const Work& work) { return tryOut(choice, edits, regex, replacement, work); },
        [this](Result<std::shared_ptr<const Outcome>> outcome) {
            beginResetModel();
            m_result = outcome ? std::move(*outcome) : nullptr;
            m_error = outcome ? QString() : toQString(printable(outcome.error().message));
            endResetModel();
            emit updated();
        });
    emit updated();
}

Result<std::shared_ptr<const RenamePreviewModel::Outcome>> RenamePreviewModel::tryOut(const NodeChoice& choice,
    const StagedEdits& edits, const std::string& regex, const std::string& replacement, const Work& work)
{
    const auto outcome = std::make_shared<Outcome>();
    outcome->after = edits;
    const auto tensors = choice.tensors(work);
    outcome->tensors = tensors.size();
    if (regex.empty())
        return outcome;
    const auto rule = NameRewriter::create(regex, replacement);
    if (!rule)
        return fail(rule.error());
    const auto renamed = outcome->after.rename(
        tensors, [rule = *rule](std::string_view name) { return rule.rewrite(name); }, work);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    outcome->emptiesName =
        std::ranges::any_of(renamed, [&](std::uint32_t tensor) { return outcome->after.nameOf(tensor).empty(); });
    outcome->renamed = renamed.size();
    outcome->clashes = findNameClashes(outcome->after, work,
        [&](std::uint32_t tensor) { return std::binary_search(renamed.begin(), renamed.end(), tensor); });
    listRows(*outcome, edits, renamed, work);
    return outcome;
}

void RenamePreviewModel::listRows(
    Outcome& outcome, const StagedEdits& before, const std::vector<std::uint32_t>& renamed, const Work& work)
{
    std::set<std::uint32_t> clashing;
    for (const NameClash& clash : outcome.clashes.listed) {
        for (const std::uint32_t tensor : {clash.first, clash.second}) {
            if (std::binary_search(renamed.begin(), renamed.end(), tensor))
                clashing.insert(tensor);
        }
    }
    const auto add = [&](std::uint32_t tensor, bool clashes) {
        outcome.rows.push_back(
            {std::string(before.nameOf(tensor)), std::string(outcome.after.nameOf(tensor)), clashes});
    };
    for (const std::uint32_t tensor : clashing)
        add(tensor, true);
    for (std::size_t i = 0; i < renamed.size() && outcome.rows.size() < maximumRows && !work.stopped(); ++i) {
        if (!clashing.contains(renamed[i]))
            add(renamed[i], false);
    }
    const auto patterns = std::make_shared<NamePatterns>();
    for (const Row& row : outcome.rows) {
        patterns->add(row.now);
        patterns->add(row.toBe);
    }
    outcome.patterns = patterns;
}

const NameClashes& RenamePreviewModel::clashes() const
{
    static const NameClashes none;
    return m_result ? m_result->clashes : none;
}

EditStep RenamePreviewModel::step() const
{
    const QString text = m_result->renamed == 1
        ? tr("rename")
        : tr("rename of %1 tensor(s)", nullptr, pluralOf(m_result->renamed)).arg(groupedCount(m_result->renamed));
    return {text, m_edits, m_result->after};
}

int RenamePreviewModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->rows.size());
}

int RenamePreviewModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RenamePreviewModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_result->rows[static_cast<std::size_t>(index.row())];
    const std::string& name = index.column() == Now ? row.now : row.toBe;
    if (role == SeverityRole)
        return row.clashes && index.column() == ToBe ? QVariant(int(Severity::Error)) : QVariant();
    if (role == WholeTextRole)
        return toQString(name);
    if (role == IsPathRole)
        return true;
    if (role == NamePatternsRole)
        return QVariant::fromValue(m_result->patterns);
    if (role != Qt::DisplayRole)
        return {};
    return toQString(formatName(shortQString(name, longestPreviewText).toStdString()));
}

QVariant RenamePreviewModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section >= ColumnCount)
        return {};
    return section == Now ? tr("Current name") : tr("New name");
}

} // namespace loupe
