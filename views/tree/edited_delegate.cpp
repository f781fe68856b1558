#include "views/tree/edited_delegate.h"

#include "core/finding.h"
#include "items/jobs/item_roles.h"
#include "saving/recipe/staged_edits.h"
#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/icons.h"

#include <QAbstractItemView>

#include <algorithm>

namespace loupe {

bool isMarkedForDeletion(const QModelIndex& index)
{
    const QVariant edited = index.data(EditedRole);
    return edited.isValid()
        && (ChangeKind(edited.toInt()) == ChangeKind::Deleted
            || ChangeKind(edited.toInt()) == ChangeKind::MetadataRemoved);
}

/// As high as the rows of the tensor tree.
QSize EditedDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int lineSpacing = 6;
    const QSize size = ToolTipDelegate::sizeHint(option, index);
    return {size.width(), std::max({size.height(), option.fontMetrics.height() + lineSpacing, iconSize + lineSpacing})};
}

void EditedDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    ToolTipDelegate::initStyleOption(option, index);
    if (isMarkedForDeletion(index))
        option->font.setStrikeOut(true);
    if (const QVariant severity = index.data(SeverityRole); severity.isValid()) {
        const auto which = Severity(severity.toInt());
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = ownIcon(iconOf(which), Theme::of(option->palette).colorOf(which));
        option->decorationSize = {iconSize, iconSize};
    }
    if (option->rect.isEmpty() || !index.data(IsPathRole).toBool())
        return;
    const ListedName listed{.list = index.data(NamePatternsRole).value<NamePatternsPtr>()};
    option->text = elidedPath(option->text, QFontMetrics(option->font), textRoom(*option), listed);
}

} // namespace loupe
