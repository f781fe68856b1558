#include "views/histogram/histogram_table.h"

#include "views/colors/theme.h"
#include "views/kit/table_copy.h"

#include <QApplication>
#include <QHeaderView>

namespace loupe {

HistogramTable::HistogramTable(QWidget* parent)
    : QTableView(parent)
    , m_model(new HistogramModel(this))
{
    setAccessibleName(tr("Bins of the histogram"));
    setModel(m_model);
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
    // By all rows: a number that is cut is a wrong number.
    horizontalHeader()->setResizeContentsPrecision(-1);
    resizeColumnsToContents();
}

} // namespace loupe
