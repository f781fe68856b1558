#include "items/history/run_model.h"

#include "core/finding.h"
#include "core/text/text.h"
#include "items/history/run_figure.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/recent_files_model.h"

#include <QDateTime>

namespace loupe {

namespace {

constexpr std::int64_t nanosecondsPerMillisecond = 1'000'000;

std::optional<RunFigure> figureOfColumn(int column)
{
    switch (column) {
    case RunModel::Norm:
        return RunFigure::Norm;
    case RunModel::Mean:
        return RunFigure::Mean;
    case RunModel::Largest:
        return RunFigure::Largest;
    case RunModel::Change:
        return RunFigure::Change;
    default:
        return std::nullopt;
    }
}

bool isText(int column)
{
    return column == RunModel::State || column == RunModel::Time || column == RunModel::Name;
}

bool isBroken(const HistoryStep& step)
{
    return !step.figures && !step.checkpoint.whyNotWhole.empty();
}

} // namespace

RunModel::RunModel(const RunSession& session, QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
{
    connect(&session, &RunSession::runAboutToChange, this, [this] { beginResetModel(); });
    connect(&session, &RunSession::runChanged, this, [this] {
        findFirst();
        endResetModel();
    });
    connect(&session, &RunSession::figuresChanged, this, [this] {
        findFirst();
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    });
}

void RunModel::findFirst()
{
    m_firstNonfinite.clear();
    for (const RunHistory::Nonfinite& series : m_session.history().nonfiniteSeries())
        m_firstNonfinite.insert(int(series.first - m_session.history().steps.data()));
}

QString RunModel::pathAt(int row) const
{
    return toQString(stepAt(row).checkpoint.path);
}

int RunModel::rowBefore(int row) const
{
    const std::string& series = stepAt(row).checkpoint.series;
    for (int before = row - 1; before >= 0; --before) {
        if (stepAt(before).checkpoint.series == series && !isBroken(stepAt(before)))
            return before;
    }
    return -1;
}

int RunModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_session.history().steps.size());
}

int RunModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunModel::text(int row, int column) const
{
    const HistoryStep& step = stepAt(row);
    const auto& figures = step.figures;
    if (const auto figure = figureOfColumn(column))
        return figureText(step, *figure);
    switch (column) {
    case Step:
        return step.checkpoint.step ? QString::number(*step.checkpoint.step) : QString();
    case State:
        if (isBroken(step))
            return tr("incomplete");
        if (m_firstNonfinite.contains(row))
            return tr("first NaN/Inf");
        if (nonfiniteCount(step) > 0)
            return tr("NaN/Inf");
        return figures ? tr("complete") : QString();
    case Size:
        return step.checkpoint.bytes ? toQString(formatBytes(*step.checkpoint.bytes)) : QString();
    case Time:
        return RecentFilesModel::dateText(
            QDateTime::fromMSecsSinceEpoch(step.checkpoint.modified / nanosecondsPerMillisecond));
    case Nan:
        return figures ? groupedCount(figures->nan) : QString();
    case Inf:
        return figures ? groupedCount(figures->positiveInf + figures->negativeInf) : QString();
    case Name:
        return toQString(printable(step.checkpoint.name));
    default:
        return {};
    }
}

/// For the tooltip; empty if the cell shows everything.
QString RunModel::wholeText(int row, int column) const
{
    const HistoryStep& step = stepAt(row);
    if (const auto figure = figureOfColumn(column); figure && figureOf(step, *figure))
        return figureText(step, *figure, Digits::All);
    switch (column) {
    case State:
        return stepText(step);
    case Size:
        return step.checkpoint.bytes
            ? tr("%1 byte(s)", nullptr, pluralOf(*step.checkpoint.bytes)).arg(groupedCount(*step.checkpoint.bytes))
            : QString();
    case Change:
        return toQString(printable(step.changeNote));
    case Name:
        return toQString(printable(step.checkpoint.path.string()));
    default:
        return {};
    }
}

QVariant RunModel::severity(int row) const
{
    if (isBroken(stepAt(row)))
        return static_cast<int>(Severity::Error);
    return m_firstNonfinite.contains(row) ? static_cast<int>(Severity::Warning) : QVariant();
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::AccessibleDescriptionRole:
        return index.column() == State ? stepText(stepAt(index.row())) : QVariant();
    case WholeTextRole:
        return wholeText(index.row(), index.column());
    case SeverityRole:
        return index.column() == State ? severity(index.row()) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant((isText(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    const auto figure = figureOfColumn(section);
    if (role == Qt::ToolTipRole && figure)
        return figureHelp(*figure);
    if (role != Qt::DisplayRole)
        return {};
    if (figure)
        return figureName(*figure);
    switch (section) {
    case Step:
        return tr("Step");
    case State:
        return tr("State");
    case Size:
        return tr("Size");
    case Time:
        return tr("Time");
    case Nan:
        return tr("NaN");
    case Inf:
        return tr("Inf");
    default:
        return tr("Checkpoint");
    }
}

Qt::ItemFlags RunModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace loupe
