#include "views/histogram/histogram_table.h"

#include "items/jobs/item_roles.h"
#include "views/colors/theme.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QApplication>
#include <QHeaderView>

namespace loupe {

namespace {

/// Aligns the decimal points of a column. The table's font is monospaced.
class DecimalPointDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        option->text.append(QString(index.data(CharactersAfterRole).toInt(), QChar::Nbsp));
    }
};

} // namespace

HistogramTable::HistogramTable(QWidget* parent)
    : QTableView(parent)
    , m_model(new HistogramModel(this))
{
    setAccessibleName(tr("Bins of the histogram"));
    setModel(m_model);
    setItemDelegate(new DecimalPointDelegate(this));
    setFont(monospaceFont());
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setFont(QApplication::font());
    addCopyAction(*this);
}

void HistogramTable::setHistogram(SummaryPtr summary, HistogramPtr histogram)
{
    m_model->setHistogram(std::move(summary), std::move(histogram));
    // Measures all rows, because a number that is cut off would be misread.
    horizontalHeader()->setResizeContentsPrecision(-1);
    resizeColumnsToContents();
}

} // namespace loupe
