#include "views/details/statistics_view.h"

#include "items/histogram/statistics_model.h"
#include "views/colors/theme.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QMouseEvent>

#include <algorithm>

namespace loupe {

namespace {

constexpr int figuresPadding = 6; // with the style's own it makes 8
constexpr int valueCharacters = 20; // room kept for a number that is still to come: "-9223372036854775808"

/// Numbers in the monospace font, names in the lighter shade: the number is the brightest thing in the table.
class FigureDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        if (index.column() == StatisticsModel::Name) {
            option->palette.setColor(QPalette::Text, Theme::of(option->palette).mutedText);
            return;
        }
        option->font = monospaceFont();
        if (index.data(ElementRole).isValid()) { // leads there
            option->font.setUnderline(true);
            option->palette.setColor(QPalette::Text, Theme::of(option->palette).accent);
        }
        option->displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
    }
};

} // namespace

StatisticsView::StatisticsView(QWidget* parent)
    : QTableView(parent)
    , m_model(new StatisticsModel(this))
{
    setAccessibleName(tr("Statistics"));
    setModel(m_model);
    setItemDelegate(new FigureDelegate(figuresPadding, this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setMinimumSectionSize(0);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setHighlightSections(false);
    setMouseTracking(true);
    addCopyAction(*this);
    connect(this, &QTableView::clicked, this, &StatisticsView::follow);
    connect(this, &QTableView::activated, this, &StatisticsView::follow); // Return, on any column
    setSummary(nullptr);
}

void StatisticsView::setSummary(SummaryPtr summary)
{
    m_model->setSummary(std::move(summary));
    // Only two values side by side need headings.
    horizontalHeader()->setVisible(m_model->columnCount() > 2);
    fitColumns();
}

void StatisticsView::setShape(std::vector<std::uint64_t> shape)
{
    m_model->setShape(std::move(shape));
    fitColumns();
}

void StatisticsView::follow(const QModelIndex& index)
{
    const QModelIndex place =
        index.column() == StatisticsModel::Name ? index.siblingAtColumn(StatisticsModel::Value) : index;
    if (const QVariant element = place.data(ElementRole); element.isValid())
        emit elementChosen(element.toULongLong());
}

void StatisticsView::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    const bool leads = indexAt(event->position().toPoint()).data(ElementRole).isValid();
    viewport()->setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

/// A number that is cut is a wrong number: where the columns do not fit, the table scrolls.
void StatisticsView::fitColumns()
{
    const int columns = m_model->columnCount();
    const int name = sizeHintForColumn(StatisticsModel::Name);
    const int share = (viewport()->width() - name) / (columns - 1);
    setColumnWidth(StatisticsModel::Name, name);
    for (int column = StatisticsModel::Value; column < columns; ++column) {
        const int heading = columns > 2 ? horizontalHeader()->sectionSizeHint(column) : 0;
        setColumnWidth(column, std::max({share, heading, sizeHintForColumn(column)}));
    }
}

void StatisticsView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void StatisticsView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

QSize StatisticsView::sizeHint() const
{
    const int name = sizeHintForColumn(StatisticsModel::Name);
    const int value = QFontMetrics(monospaceFont()).horizontalAdvance(u'0') * valueCharacters;
    const int values = m_model->columnCount() - 1;
    return {name + values * (value + 2 * figuresPadding) + 2 * figuresPadding, 320};
}

} // namespace loupe
