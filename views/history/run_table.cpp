#include "views/history/run_table.h"

#include "core/finding.h"
#include "items/history/run_model.h"
#include "items/jobs/item_roles.h"
#include "items/session/recent_files_model.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QDateTime>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace loupe {

namespace {

constexpr int runCellPadding = 24;

/// Draws a shape in addition to the color of a checkpoint's problem.
class RunDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        const QVariant severity = index.data(SeverityRole);
        if (!severity.isValid())
            return;
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon =
            ownIcon(iconOf(Severity(severity.toInt())), Theme::of(option->palette).colorOf(Severity(severity.toInt())));
        option->decorationSize = {loupe::iconSize, loupe::iconSize};
    }
};

} // namespace

RunTable::RunTable(RunModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
{
    setModel(&model);
    setItemDelegate(new RunDelegate(this));
    setAccessibleName(tr("Checkpoints"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setMouseTracking(true);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    addCopyAction(*this);
    connect(this, &QAbstractItemView::doubleClicked, this,
        [this](const QModelIndex& index) { emit rowActivated(index.row()); });
    connect(&model, &QAbstractItemModel::modelReset, this, [this] { placeNames(); });
    fitColumns();
    placeNames();
}

/// If a step has checkpoints of several series, only their names distinguish them, so the names are moved next to the
/// step.
void RunTable::placeNames()
{
    const auto seriesOf = [&](int row) -> const std::string& { return m_model.stepAt(row).checkpoint.series; };
    bool hasSeries = false;
    for (int row = 1; row < m_model.rowCount() && !hasSeries; ++row)
        hasSeries = seriesOf(row) != seriesOf(0);
    QHeaderView& header = *horizontalHeader();
    header.moveSection(header.visualIndex(RunModel::Name), hasSeries ? 1 : header.count() - 1);
}

/// Makes columns wide enough for any content, so that nothing moves as figures arrive.
void RunTable::fitColumns()
{
    const QString date = RecentFilesModel::dateText(QDateTime(QDate(2026, 12, 31), QTime(23, 59)));
    const auto fit = [&](int column, const QString& text) {
        horizontalHeader()->resizeSection(column, fontMetrics().horizontalAdvance(text) + runCellPadding);
    };
    fit(RunModel::Step, QStringLiteral("1000000"));
    horizontalHeader()->resizeSection(
        RunModel::State, fontMetrics().horizontalAdvance(tr("first NaN/Inf")) + loupe::iconSize + runCellPadding);
    fit(RunModel::Size, QStringLiteral("999.9 MiB"));
    fit(RunModel::Time, date);
    for (const int column : {RunModel::Norm, RunModel::Mean, RunModel::Largest, RunModel::Change})
        fit(column, QStringLiteral("0.000123456"));
    for (const int column : {RunModel::Nan, RunModel::Inf})
        fit(column, QStringLiteral("1,000,000"));
    fit(RunModel::Name, QStringLiteral("model-step-100000.safetensors"));
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
}

std::vector<int> RunTable::selectedRows() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    }
    std::ranges::sort(rows);
    return rows;
}

void RunTable::selectStep(int row)
{
    const QModelIndex index = m_model.index(row, std::max(currentIndex().column(), 0));
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(m_model.index(row, RunModel::Step));
}

void RunTable::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentIndex().isValid())
        emit rowActivated(currentIndex().row());
    else
        QTableView::keyPressEvent(event);
}

void RunTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    emit choiceChanged();
}

void RunTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    emit choiceChanged();
}

void RunTable::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        fitColumns();
    QTableView::changeEvent(event);
}

} // namespace loupe
