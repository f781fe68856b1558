#include "views/compare/pair_details.h"

#include "items/compare/pair/pair_figures_model.h"
#include "views/colors/theme.h"
#include "views/compare/pair_messages.h"
#include "views/kit/plain_text.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

constexpr int detailsPadding = 6; // 8 with the style's own padding

/// Draws titles in a lighter shade, values in the monospace font, and figures with aligned decimal points.
class PairDelegate : public ToolTipDelegate {
public:
    PairDelegate(const PairFiguresModel& model, QObject* parent)
        : ToolTipDelegate(detailsPadding, parent)
        , m_model(model)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
        if (index.column() == PairFiguresModel::Figure)
            option->palette.setColor(QPalette::Text, Theme::of(option->palette).mutedText);
        else
            option->font = monospaceFont();
        option->text.prepend(QString(m_model.indent(index), u' '));
    }

private:
    const PairFiguresModel& m_model;
};

} // namespace

PairDetails::PairDetails(QWidget* parent)
    : QTableView(parent)
    , m_model(new PairFiguresModel(this))
{
    setAccessibleName(tr("The selected pair"));
    setModel(m_model);
    setItemDelegate(new PairDelegate(*m_model, this));
    setFrameShape(NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addCopyAction(*this);
    setNode(nullptr, std::nullopt);
}

void PairDetails::setNode(const ComparisonResultsPtr& results, std::optional<NameTree::NodeId> node)
{
    m_results = results;
    m_message = whyNoPair(results, node, true);
    m_model->setNode(results, node);
    horizontalHeader()->setVisible(m_model->rowCount() > 0);
    layOutRows();
}

void PairDetails::onResultsAdded()
{
    m_model->onResultsAdded();
    layOutRows();
    if (m_model->rowCount() == 0) { // nothing is selected; the message may change once a difference is known
        m_message = whyNoPair(m_results, std::nullopt, true);
        viewport()->update();
    }
}

void PairDetails::layOutRows()
{
    clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->isWide(row))
            setSpan(row, PairFiguresModel::A, 1, 2);
    }
    const int title = m_model->rowCount() > 0 ? sizeHintForColumn(PairFiguresModel::Figure) : 0;
    const int rest = std::max(viewport()->width() - title, 0);
    setColumnWidth(PairFiguresModel::Figure, title);
    setColumnWidth(PairFiguresModel::A, rest / 2);
    setColumnWidth(PairFiguresModel::B, rest - rest / 2);
}

void PairDetails::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layOutRows();
}

QSize PairDetails::sizeHint() const
{
    return {400, 320};
}

void PairDetails::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_model->rowCount() > 0)
        return;
    constexpr int margin = 24;
    QPainter painter(viewport());
    painter.setPen(Theme::of(palette()).mutedText);
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
        int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
}

} // namespace loupe
