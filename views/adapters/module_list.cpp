#include "views/adapters/module_list.h"

#include "core/finding.h"
#include "items/jobs/item_roles.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QHeaderView>
#include <QTableView>

#include <utility>

namespace loupe {

namespace {

constexpr int moduleRowMargin = 8;

class ModuleDelegate : public ToolTipDelegate {
public:
    ModuleDelegate(ModuleText shownText, QObject* parent)
        : ToolTipDelegate(parent)
        , m_shownText(std::move(shownText))
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft; // names without parts differ at their ends
        if (const QVariant severity = index.data(SeverityRole); severity.isValid()) {
            const auto which = Severity(severity.toInt());
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = ownIcon(iconOf(which), Theme::of(option->palette).colorOf(which));
            option->decorationSize = {iconSize, iconSize};
            option->textElideMode = Qt::ElideRight; // a sentence, or a number
        }
        if (!option->rect.isEmpty())
            option->text = m_shownText(index, textRoom(*option));
    }

private:
    ModuleText m_shownText;
};

} // namespace

void dressModuleList(QTableView& table, QAbstractItemModel& model, ModuleText shownText)
{
    table.setModel(&model);
    table.setItemDelegate(new ModuleDelegate(std::move(shownText), &table));
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + moduleRowMargin);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setSectionsClickable(false);
    addCopyAction(table);
}

int moduleListHeight(const QTableView& table, int rows)
{
    return table.horizontalHeader()->sizeHint().height() + rows * table.verticalHeader()->defaultSectionSize()
        + 2 * table.frameWidth();
}

} // namespace loupe
