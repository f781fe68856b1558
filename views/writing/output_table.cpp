#include "views/writing/output_table.h"

#include "core/finding.h"
#include "items/jobs/item_roles.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QHeaderView>
#include <QTableView>

namespace loupe {

namespace {

constexpr int outputRowMargin = 8;
constexpr int noteColumn = 1;

class OutputDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
        option->text = shownText(option->text);
        const QVariant severity = index.data(SeverityRole);
        if (!severity.isValid() || index.column() != noteColumn)
            return;
        const auto which = Severity(severity.toInt());
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = ownIcon(iconOf(which), Theme::of(option->palette).colorOf(which));
        option->decorationSize = {iconSize, iconSize};
    }
};

} // namespace

void dressOutputTable(QTableView& table, QAbstractItemModel& model)
{
    table.setModel(&model);
    table.setItemDelegate(new OutputDelegate(&table));
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + outputRowMargin);
    QHeaderView* const header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setStretchLastSection(false);
    const int letter = table.fontMetrics().averageCharWidth();
    constexpr int leastOfFirst = 16; // letters
    const int widths[] = {0, 34, 12, 14}; // letters
    int least = leastOfFirst * letter;
    for (int column = 1; column < model.columnCount(); ++column) {
        header->resizeSection(column, widths[column] * letter);
        least += widths[column] * letter;
    }
    table.setMinimumWidth(least);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    addCopyAction(table);
}

} // namespace loupe
