#include "items/renaming/rename_rows_model.h"

#include "core/text/natural_order.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace loupe {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether the name contains `text`, ignoring case. `text` is lowercase.
bool holds(std::string_view name, std::string_view text)
{
    const auto found = std::search(
        name.begin(), name.end(), text.begin(), text.end(), [](char one, char other) { return lowered(one) == other; });
    return text.empty() || found != name.end();
}

} // namespace

struct RenameRowsModel::Request {
    PairedCheckpointsPtr paired;
    Rows rows;
    std::string filter;
    int column;
    bool descending;

    std::string_view nameA(std::uint32_t row) const { return paired->a->tensors[(*rows)[row].a].name; }
    std::string_view nameB(std::uint32_t row) const { return paired->b->tensors[(*rows)[row].b].name; }

    bool less(std::uint32_t one, std::uint32_t other) const
    {
        if (column == NameB)
            return naturalLess(nameB(one), nameB(other));
        if (column == NameA)
            return one < other;
        const SuggestedRename& first = (*rows)[one];
        const SuggestedRename& second = (*rows)[other];
        return std::pair(first.confidence, first.by) < std::pair(second.confidence, second.by);
    }
};

RenameRowsModel::Arrangement RenameRowsModel::arranged(const Request& request)
{
    std::vector<std::uint32_t> shown(request.rows->size());
    std::iota(shown.begin(), shown.end(), 0);
    if (!request.filter.empty()) {
        std::erase_if(shown, [&](std::uint32_t row) {
            return !holds(request.nameA(row), request.filter) && !holds(request.nameB(row), request.filter);
        });
    }
    std::stable_sort(shown.begin(), shown.end(), [&](std::uint32_t one, std::uint32_t other) {
        return request.descending ? request.less(other, one) : request.less(one, other);
    });
    const auto patterns = std::make_shared<NamePatterns>();
    for (const std::uint32_t row : shown) {
        patterns->add(request.nameA(row));
        patterns->add(request.nameB(row));
    }
    return {std::move(shown), patterns};
}

RenameRowsModel::RenameRowsModel(PairedCheckpointsPtr paired, QObject* parent)
    : QAbstractTableModel(parent)
    , m_paired(std::move(paired))
    , m_rows(std::make_shared<const std::vector<SuggestedRename>>())
    , m_wantedRows(m_rows)
{
}

void RenameRowsModel::setRows(Rows rows)
{
    m_wantedRows = std::move(rows);
    arrange();
}

void RenameRowsModel::setFilter(const QString& text)
{
    m_filter = text.trimmed().toStdString();
    std::transform(m_filter.begin(), m_filter.end(), m_filter.begin(), lowered);
    arrange();
}

void RenameRowsModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_descending = order == Qt::DescendingOrder;
    arrange();
}

void RenameRowsModel::arrange()
{
    m_arranging.start([request = Request{m_paired, m_wantedRows, m_filter, m_sortColumn, m_descending}](
                          const Work&) -> Result<Arrangement> { return arranged(request); },
        [this](Result<Arrangement> arrangement) {
            if (arrangement)
                take(std::move(*arrangement));
            else
                emit failed(arrangement.error());
        });
}

void RenameRowsModel::take(Arrangement arrangement)
{
    beginResetModel();
    if (m_rows != m_wantedRows) {
        m_states = statesOf(*m_wantedRows);
        m_rows = m_wantedRows;
        m_checkedCount = static_cast<std::size_t>(
            std::count_if(m_states.begin(), m_states.end(), [](const State& state) { return state.checked; }));
    }
    m_arrangement = std::move(arrangement);
    endResetModel();
    emit changed();
}

std::vector<RenameRowsModel::State> RenameRowsModel::statesOf(const std::vector<SuggestedRename>& rows) const
{
    std::vector<std::uint32_t> before(m_paired->a->tensors.size(), TensorPair::none); // row number by tensor of A
    for (std::uint32_t row = 0; row < m_states.size(); ++row) {
        if (m_states[row].byUser)
            before[(*m_rows)[row].a] = row;
    }
    std::vector<State> states(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t row = before[rows[i].a];
        if (row != TensorPair::none && (*m_rows)[row].b == rows[i].b)
            states[i] = m_states[row];
        else
            states[i].checked = rows[i].confidence >= confidentEnough;
    }
    return states;
}

void RenameRowsModel::check(std::uint32_t row, bool checked)
{
    m_checkedCount = m_checkedCount - m_states[row].checked + checked;
    m_states[row] = {.checked = checked, .byUser = true};
}

void RenameRowsModel::checkRows(int first, int last, bool checked)
{
    if (first > last)
        return;
    for (int row = first; row <= last; ++row)
        check(m_arrangement.shown[static_cast<std::size_t>(row)], checked);
    emit dataChanged(index(first, NameA), index(last, NameA), {Qt::CheckStateRole});
    emit changed();
}

std::vector<SuggestedRename> RenameRowsModel::confirmed() const
{
    std::vector<SuggestedRename> renames;
    renames.reserve(m_checkedCount);
    for (std::size_t row = 0; row < m_states.size(); ++row) {
        if (m_states[row].checked)
            renames.push_back((*m_rows)[row]);
    }
    return renames;
}

int RenameRowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_arrangement.shown.size());
}

int RenameRowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RenameRowsModel::text(const SuggestedRename& rename, int column) const
{
    switch (column) {
    case NameA:
        return nameText(m_paired->a->tensors[rename.a].name);
    case NameB:
        return nameText(m_paired->b->tensors[rename.b].name);
    case Why:
        return rename.by == PairedBy::Digest ? tr("same bytes")
            : rename.by == PairedBy::Place   ? tr("same position")
                                             : tr("confirmed before");
    default:
        return rename.by == PairedBy::Confirmed ? QStringLiteral("–") : tr("%1 %").arg(qRound(100 * rename.confidence));
    }
}

QVariant RenameRowsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const std::uint32_t row = m_arrangement.shown[static_cast<std::size_t>(index.row())];
    const SuggestedRename& rename = (*m_rows)[row];
    switch (role) {
    case Qt::DisplayRole:
        return text(rename, index.column());
    case Qt::CheckStateRole:
        return index.column() == NameA ? QVariant(m_states[row].checked ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::AccessibleTextRole:
        return index.column() == NameA ? tr("%1 is %2 in B").arg(text(rename, NameA), text(rename, NameB))
                                       : text(rename, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((index.column() == Confidence ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case IsPathRole:
        return index.column() <= NameB;
    case NamePatternsRole:
        return QVariant::fromValue(m_arrangement.patterns);
    case WholeTextRole:
        if (index.column() > NameB)
            return text(rename, index.column());
        return toQString(
            index.column() == NameA ? m_paired->a->tensors[rename.a].name : m_paired->b->tensors[rename.b].name);
    default:
        return {};
    }
}

bool RenameRowsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != NameA || role != Qt::CheckStateRole)
        return false;
    checkRows(index.row(), index.row(), value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags RenameRowsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid())
        return flags;
    flags |= Qt::ItemNeverHasChildren;
    if (index.column() == NameA)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant RenameRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole && section == Confidence)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    const std::array<std::pair<QString, QString>, ColumnCount> columns{{
        {tr("Name in A"), tr("A tensor of A that B does not have by this name")},
        {tr("Name in B"), tr("The tensor of B, of the same dtype and shape, that it may be")},
        {tr("Matched by"), tr("Why the two may be the same: their bytes, or their place in the model")},
        {tr("Confidence"),
            tr("How likely the two are the same. 100 %: they have the same bytes. 80 %: no others in their block have "
               "this last part of the name. 60 %: there are no others in their block. 40 %: there are several, taken "
               "in order.")},
    }};
    const auto& [title, meaning] = columns[static_cast<std::size_t>(section)];
    return role == Qt::DisplayRole ? QVariant(title) : role == Qt::ToolTipRole ? QVariant(meaning) : QVariant();
}

} // namespace loupe
