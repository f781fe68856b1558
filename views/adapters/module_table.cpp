#include "views/adapters/module_table.h"

#include "core/finding.h"
#include "items/jobs/item_roles.h"
#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/icons.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QStyle>
#include <QTableView>

namespace loupe {

namespace {

constexpr int moduleRowMargin = 8;

class ModuleDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        if (const QVariant severity = index.data(SeverityRole); severity.isValid()) {
            const auto which = Severity(severity.toInt());
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = ownIcon(iconOf(which), Theme::of(option->palette).colorOf(which));
            option->decorationSize = {iconSize, iconSize};
        }
        if (option->rect.isEmpty() || !index.data(IsPathRole).toBool())
            return;
        const QStyle* const style = option->widget ? option->widget->style() : QApplication::style();
        const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, option, option->widget);
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, option, option->widget) + 1;
        option->text = elidedPath(option->text, QFontMetrics(option->font), room.width() - 2 * margin);
    }
};

} // namespace

void dressModuleTable(QTableView& table, QAbstractItemModel& model, const std::vector<int>& letters)
{
    table.setModel(&model);
    table.setItemDelegate(new ModuleDelegate(&table));
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + moduleRowMargin);
    QHeaderView* const header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    const int letter = table.fontMetrics().averageCharWidth();
    for (int column = 0; column < int(letters.size()); ++column) {
        if (letters[std::size_t(column)] == 0)
            header->setSectionResizeMode(column, QHeaderView::Stretch);
        else
            header->resizeSection(column, letters[std::size_t(column)] * letter);
    }
    addCopyAction(table);
}

int moduleTableHeight(const QTableView& table, int rows)
{
    return table.horizontalHeader()->sizeHint().height() + rows * table.verticalHeader()->defaultSectionSize()
        + 2 * table.frameWidth();
}

} // namespace loupe
