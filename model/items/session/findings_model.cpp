#include "items/session/findings_model.h"

#include "core/incomplete_tensors.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/tensor_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace loupe {

namespace {

struct FindingsColumn {
    const char* title;
    const char* meaning;
};

constexpr std::array<FindingsColumn, FindingsModel::ColumnCount> findingsColumns{{
    {QT_TRANSLATE_NOOP("loupe::FindingsModel", "Severity"),
        QT_TRANSLATE_NOOP("loupe::FindingsModel",
            "Error: something is wrong or cannot be read; warning: it may be wrong; note: no fault")},
    {QT_TRANSLATE_NOOP("loupe::FindingsModel", "Code"),
        QT_TRANSLATE_NOOP("loupe::FindingsModel", "The name of the check, as the command line has it")},
    {QT_TRANSLATE_NOOP("loupe::FindingsModel", "Finding"),
        QT_TRANSLATE_NOOP("loupe::FindingsModel", "What is wrong, and with what numbers")},
    {QT_TRANSLATE_NOOP("loupe::FindingsModel", "Byte"),
        QT_TRANSLATE_NOOP("loupe::FindingsModel", "Where it is, in bytes from the beginning of the file")},
    {QT_TRANSLATE_NOOP("loupe::FindingsModel", "Tensor"),
        QT_TRANSLATE_NOOP("loupe::FindingsModel", "The tensor that it is about")},
    {QT_TRANSLATE_NOOP("loupe::FindingsModel", "File"),
        QT_TRANSLATE_NOOP("loupe::FindingsModel", "The file that it is in")},
}};

QString findingText(std::string_view text)
{
    return toQString(printable(text));
}

/// Capitalizes a sentence of the engine. These start in lower case because they usually follow a path or a name. A
/// first word that is a name is not changed: "config.json says …".
QString standingAlone(QString sentence)
{
    const auto isLower = [](QChar c) { return c >= u'a' && c <= u'z'; };
    const auto end = std::ranges::find_if_not(sentence, isLower);
    if (end != sentence.begin() && end != sentence.end() && (*end == u' ' || *end == u','))
        sentence.front() = sentence.front().toUpper();
    return sentence;
}

} // namespace

FindingsModel::FindingsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void FindingsModel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    std::shared_ptr<const Findings> findings;
    if (checkpoint)
        findings = {checkpoint, &checkpoint->findings};
    setFindings(std::move(checkpoint), std::move(findings));
}

void FindingsModel::setFindings(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const Findings> findings)
{
    if (checkpoint == m_checkpoint && findings && m_findings && *findings == *m_findings)
        return;
    beginResetModel();
    m_checkpoint = std::move(checkpoint);
    m_findings = std::move(findings);
    m_rows.clear();
    m_counts = {};
    if (m_findings) {
        m_rows = foldedRows();
        for (const Row& row : m_rows)
            m_counts[std::size_t(row.finding->severity)] += row.more + (row.alike ? row.alike->size() : row.more == 0);
        std::stable_sort(m_rows.begin(), m_rows.end(),
            [](const Row& a, const Row& b) { return a.finding->severity > b.finding->severity; });
    }
    m_unfoldsAny = false;
    for (int row = 0; row < rowCount(); ++row)
        m_unfoldsAny |= unfolds(row);
    endResetModel();
}

/// In the order of the first finding of each kind. Findings that can be expanded themselves are not grouped.
std::vector<FindingsModel::Row> FindingsModel::foldedRows() const
{
    struct Kind {
        std::vector<const Finding*> findings;
        bool anyUnfolds = false;
    };
    std::map<std::pair<loupe::Severity, std::string_view>, std::size_t> numbers;
    std::map<std::string_view, std::size_t> lastOfCode;
    std::vector<Kind> kinds;
    for (const Finding& finding : m_findings->list()) {
        const std::size_t number = numbers.try_emplace({finding.severity, finding.code}, kinds.size()).first->second;
        if (number == kinds.size())
            kinds.emplace_back();
        kinds[number].findings.push_back(&finding);
        kinds[number].anyUnfolds = kinds[number].anyUnfolds || finding.affectedCount > 1;
        lastOfCode[finding.code] = number;
    }
    std::vector<Row> rows;
    for (std::size_t number = 0; number < kinds.size(); ++number) {
        const std::vector<const Finding*>& findings = kinds[number].findings;
        const std::string_view code = findings.front()->code;
        const std::uint64_t more = lastOfCode[code] == number ? m_findings->suppressed(code) : 0;
        if (findings.size() > mostInFull && !kinds[number].anyUnfolds) {
            rows.push_back({.finding = findings.front(),
                .more = more,
                .alike = std::make_shared<const std::vector<const Finding*>>(findings)});
            continue;
        }
        for (const Finding* const finding : findings)
            rows.push_back({.finding = finding});
        if (more > 0)
            rows.push_back({.finding = findings.back(), .more = more});
    }
    return rows;
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
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole && section == Offset)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    const FindingsColumn& column = findingsColumns[static_cast<std::size_t>(section)];
    return role == Qt::DisplayRole ? QVariant(tr(column.title))
        : role == Qt::ToolTipRole  ? QVariant(tr(column.meaning))
                                   : QVariant();
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
    case Qt::AccessibleDescriptionRole:
        return !unfolds(index.row()) ? QVariant() : isUnfolded(index.row()) ? tr("Expanded") : tr("Collapsed");
    case Qt::TextAlignmentRole:
        if (index.column() == Offset)
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        return {};
    case SeverityRole:
        return row.isBelow ? QVariant() : QVariant(static_cast<int>(finding.severity));
    case FileRole:
        return quint32{finding.file};
    case OffsetRole: {
        const auto offset = offsetOf(row);
        return offset ? QVariant(qulonglong{*offset}) : QVariant();
    }
    case FullNameRole:
        return tensorOf(row);
    case UnfoldedRole:
        return unfolds(index.row()) ? QVariant(isUnfolded(index.row())) : QVariant();
    default:
        return {};
    }
}

QString FindingsModel::nameIn(int row) const
{
    const Row& shown = m_rows[static_cast<std::size_t>(row)];
    if (shown.tensor)
        return findingText(shown.tensor->name);
    return shown.finding->aboutTensor ? findingText(shown.finding->tensor) : QString();
}

bool FindingsModel::unfolds(int row) const
{
    const Row& shown = m_rows[static_cast<std::size_t>(row)];
    return !shown.isBelow && (shown.alike || (shown.more == 0 && shown.finding->affectedCount > 1));
}

bool FindingsModel::isUnfolded(int row) const
{
    const auto next = static_cast<std::size_t>(row) + 1;
    return unfolds(row) && next < m_rows.size() && m_rows[next].isBelow;
}

void FindingsModel::setUnfolded(int row, bool unfolded)
{
    if (!unfolds(row) || isUnfolded(row) == unfolded)
        return;
    const std::vector<Row> below = rowsBelow(m_rows[static_cast<std::size_t>(row)]);
    const int count = static_cast<int>(below.size());
    const auto place = m_rows.begin() + row + 1;
    if (unfolded) {
        beginInsertRows({}, row + 1, row + count);
        m_rows.insert(place, below.begin(), below.end());
        endInsertRows();
    } else {
        beginRemoveRows({}, row + 1, row + count);
        m_rows.erase(place, place + count);
        endRemoveRows();
    }
    emit dataChanged(index(row, Severity), index(row, Severity));
}

std::vector<FindingsModel::Row> FindingsModel::rowsBelow(const Row& row)
{
    const Finding& finding = *row.finding;
    std::vector<Row> rows;
    std::uint64_t more = row.more;
    if (row.alike) {
        for (const Finding* const one : *row.alike)
            rows.push_back({.finding = one, .isBelow = true});
    } else {
        for (const AffectedTensor& tensor : finding.affected)
            rows.push_back({.finding = &finding, .tensor = &tensor, .isBelow = true});
        more = finding.affectedCount - finding.affected.size();
    }
    if (more > 0)
        rows.push_back({.finding = &finding, .more = more, .isBelow = true});
    return rows;
}

std::optional<std::uint64_t> FindingsModel::offsetOf(const Row& row)
{
    if (!standsForItself(row))
        return std::nullopt;
    return row.tensor ? row.tensor->offset : row.finding->offset;
}

QVariant FindingsModel::tensorOf(const Row& row)
{
    if (!standsForItself(row))
        return {};
    if (row.tensor)
        return toQString(row.tensor->name);
    return row.finding->aboutTensor ? QVariant(toQString(row.finding->tensor)) : QVariant();
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

QString FindingsModel::message(const Row& row) const
{
    if (row.alike) {
        const std::uint64_t count = row.alike->size() + row.more;
        // The count comes first, as the end may be cut.
        return tr("%1 finding(s): %2", nullptr, pluralOf(count))
            .arg(groupedCount(count), standingAlone(findingText(row.finding->message)));
    }
    if (row.more > 0 && row.isBelow && row.finding->affectedCount > 1)
        return tr("%1 more tensor(s)", nullptr, pluralOf(row.more)).arg(groupedCount(row.more));
    if (row.more > 0)
        return tr("%1 more of this kind").arg(toQString(formatCount(row.more)));
    if (!row.tensor)
        return standingAlone(findingText(row.finding->message));
    return tr("%1: %2").arg(findingText(row.tensor->name), missingBytesText(row.tensor->missing, row.tensor->bytes));
}

QString FindingsModel::text(const Row& row, int column) const
{
    const Finding& finding = *row.finding;
    switch (column) {
    case Severity:
        return row.isBelow ? QString() : severityText(finding.severity);
    case Code:
        return toQString(finding.code);
    case Message:
        return message(row);
    case Offset: {
        const auto offset = offsetOf(row);
        return offset ? toQString(formatCount(*offset)) : QString();
    }
    case Tensor: {
        const QVariant name = tensorOf(row);
        return name.isValid() ? findingText(name.toString().toStdString()) : QString();
    }
    case File:
        if (!standsForItself(row) || row.tensor)
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
