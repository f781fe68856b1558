#include "views/details/statistics_view.h"

#include "items/histogram/statistics_columns_model.h"
#include "views/details/statistics_delegate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <numeric>

namespace loupe {

namespace {

// Pixels between two blocks.
constexpr int blockGap = 8;
constexpr int widestGap = 48;
constexpr int bottomGap = 6; // below the last row, if there is room
constexpr int mostRowSpace = 8; // extra row height in pixels, if there is room

} // namespace

StatisticsView::StatisticsView(QWidget* parent)
    : QTableView(parent)
    , m_figures(new StatisticsModel(this))
    , m_columns(new StatisticsColumnsModel(*m_figures, this))
    , m_delegate(new StatisticsDelegate(*m_figures, *m_columns, *this))
{
    setAccessibleName(tr("Statistics"));
    setModel(m_columns);
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectItems);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(0);
    horizontalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setMinimumSectionSize(0);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setMouseTracking(true);
    addCopying();
    connect(this, &QTableView::clicked, this, &StatisticsView::follow);
    connect(this, &QTableView::activated, this, &StatisticsView::follow); // Return works in any column
    measure();
}

void StatisticsView::addCopying()
{
    const auto add = [this](const QString& text, auto made) {
        auto* const action = new QAction(text, this);
        connect(
            action, &QAction::triggered, this, [this, made] { QApplication::clipboard()->setText((this->*made)()); });
        addAction(action);
        return action;
    };
    QAction* const copy = add(tr("Copy"), &StatisticsView::selectedText);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    add(tr("Copy all figures"), &StatisticsView::allText);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void StatisticsView::setSummary(SummaryPtr summary)
{
    m_figures->setSummary(std::move(summary));
    measure();
}

void StatisticsView::setShape(std::vector<std::uint64_t> shape)
{
    m_figures->setShape(std::move(shape));
    measure();
}

std::vector<int> StatisticsView::selectedFigures() const
{
    std::vector<int> figures;
    for (const QModelIndex& cell : selectionModel()->selectedIndexes()) {
        if (const QModelIndex figure = m_columns->sourceOf(cell); figure.isValid())
            figures.push_back(figure.row());
    }
    std::sort(figures.begin(), figures.end());
    figures.erase(std::unique(figures.begin(), figures.end()), figures.end());
    return figures;
}

QString StatisticsView::textOf(const std::vector<int>& figures) const
{
    QStringList lines;
    for (const int row : figures) {
        QStringList cells;
        for (int column = 0; column < m_figures->columnCount(); ++column)
            cells << m_figures->index(row, column).data(WholeTextRole).toString();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

QString StatisticsView::selectedText() const
{
    return textOf(selectedFigures());
}

QString StatisticsView::allText() const
{
    std::vector<int> all(std::size_t(m_figures->rowCount()));
    std::iota(all.begin(), all.end(), 0);
    return textOf(all);
}

void StatisticsView::follow(const QModelIndex& index)
{
    QModelIndex place = m_columns->sourceOf(index);
    if (place.isValid() && place.column() == StatisticsModel::Name)
        place = place.siblingAtColumn(StatisticsModel::Value);
    if (const QVariant element = place.data(ElementRole); element.isValid())
        emit elementChosen(element.toULongLong());
}

/// A figure is drawn as selected if any of its cells is.
void StatisticsView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    viewport()->update();
}

void StatisticsView::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    const bool leads = indexAt(event->position().toPoint()).data(ElementRole).isValid();
    viewport()->setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

int StatisticsView::leastRowHeight() const
{
    return fontMetrics().height() + 1;
}

int StatisticsView::widthOf(int blocks) const
{
    std::vector<int> names(static_cast<std::size_t>(blocks));
    std::vector<int> values(static_cast<std::size_t>(blocks));
    for (int number = 0; number < figureGroups; ++number) {
        const auto group = FigureGroup(number);
        const auto block = std::size_t(StatisticsColumnsModel::blockOf(group, blocks));
        names[block] = std::max(names[block], m_delegate->nameWidth(group));
        values[block] = std::max(values[block], m_delegate->valueWidth(group));
    }
    const int parts = m_figures->columnCount() - 1;
    return std::accumulate(names.begin(), names.end(), 0) + parts * std::accumulate(values.begin(), values.end(), 0)
        + (blocks - 1) * blockGap;
}

int StatisticsView::mostBlocksIn(int width) const
{
    int blocks = StatisticsColumnsModel::mostBlocks;
    while (blocks > 1 && widthOf(blocks) > width)
        --blocks;
    return blocks;
}

/// The fewest blocks that show all figures without scrolling, or else as many as fit.
int StatisticsView::blocksFor(QSize size) const
{
    const int most = mostBlocksIn(size.width());
    for (int blocks = 1; blocks <= most; ++blocks) {
        if (m_columns->rowsIn(blocks) * leastRowHeight() <= size.height())
            return blocks;
    }
    return mostBlocksIn(size.width() - verticalScrollBar()->sizeHint().width());
}

void StatisticsView::setBlocks(int blocks)
{
    const std::vector<int> selected = selectedFigures();
    m_columns->setBlocks(blocks);
    for (const int row : selected)
        selectionModel()->select(
            m_columns->cellOf(m_figures->index(row, StatisticsModel::Value)), QItemSelectionModel::Select);
}

void StatisticsView::measure()
{
    m_delegate->measure();
    fit();
}

/// A number that is cut off would be misread, so the table scrolls if the columns do not fit.
void StatisticsView::fit()
{
    const QSize room = maximumViewportSize();
    if (const int blocks = blocksFor(room); blocks != m_columns->blocks())
        setBlocks(blocks);
    const int rows = std::max(m_columns->rowCount(), 1);
    verticalHeader()->setDefaultSectionSize(
        std::clamp(room.height() / rows, leastRowHeight(), fontMetrics().height() + mostRowSpace));
    const bool scrolls = rows * leastRowHeight() > room.height();
    const int width = room.width() - (scrolls ? verticalScrollBar()->sizeHint().width() : 0);
    // Distributes the remaining width between the blocks, up to a limit that keeps them together; in a single block,
    // between names and values.
    const int blocks = m_columns->blocks();
    const int over = std::max(width - widthOf(blocks), 0);
    for (int column = 0; column < m_columns->columnCount(); ++column) {
        const bool isGap = m_columns->partOf(column) == StatisticsColumnsModel::Part::Gap;
        const bool isName = m_columns->partOf(column) == StatisticsColumnsModel::Part::Name;
        const int own = isGap ? std::min(blockGap + over / blocks, widestGap) : sizeHintForColumn(column);
        setColumnWidth(column, own + (isName && blocks == 1 ? over : 0));
    }
}

void StatisticsView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fit();
}

void StatisticsView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        measure();
}

QSize StatisticsView::sizeHint() const
{
    return {widthOf(1), m_columns->rowsIn(1) * leastRowHeight()};
}

int StatisticsView::heightFor(int width) const
{
    return m_columns->rowsIn(mostBlocksIn(width)) * leastRowHeight() + bottomGap;
}

} // namespace loupe
