#include "views/tree/tensor_tree_menu.h"

#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "views/kit/icons.h"
#include "views/kit/table_copy.h"
#include "views/tree/selected_names.h"
#include "views/tree/tensor_tree_view.h"
#include "views/values/python_snippet.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

namespace loupe {

namespace {

void copySnippet(const TensorTreeView& view, std::uint32_t tensor, int library)
{
    const Checkpoint& checkpoint = *view.tensorModel()->checkpoint()->checkpoint;
    QGuiApplication::clipboard()->setText(pythonSnippet(checkpoint, tensor, snippetLibraries(checkpoint)[library]));
}

} // namespace

QMenu* makeTensorTreeMenu(TensorTreeView& view)
{
    const TensorTreeModel& model = *view.tensorModel();
    // No nested event loop: if another checkpoint were opened meanwhile, the menu's row would be gone.
    auto* const menu = new QMenu(&view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(&model, &QAbstractItemModel::modelAboutToBeReset, menu, &QWidget::close);
    const auto selected = int(std::min<qint64>(selectedNameCount(view), maximumCopiedRows));
    menu->addAction(icon(Icon::Copy),
        selected > 1
            ? TensorTreeView::tr("Copy %1 name(s)", nullptr, selected).arg(groupedCount(std::uint64_t(selected)))
            : TensorTreeView::tr("Copy name"),
        QKeySequence::Copy, &view, &TensorTreeView::copyNames);
    const bool isPart = view.currentPart().has_value();
    if (!isPart)
        menu->addAction(icon(Icon::Export), TensorTreeView::tr("Export…"), QKeySequence(Qt::CTRL | Qt::Key_E), &view,
            &TensorTreeView::exportRequested);
    if (const auto tensor = view.currentTensor()) {
        const QStringList libraries = snippetLibraries(*model.checkpoint()->checkpoint);
        for (int i = 0; !isPart && i < libraries.size(); ++i)
            menu->addAction(TensorTreeView::tr("Copy as Python for %1").arg(libraries[i]), &view,
                [&view, tensor, i] { copySnippet(view, *tensor, i); });
        if (!isPart)
            menu->addSeparator();
        menu->addAction(TensorTreeView::tr("Show bytes"), &view, [&view, tensor] { emit view.hexRequested(*tensor); });
        if (!isPart)
            menu->addAction(
                TensorTreeView::tr("Compute digest…"), &view, [&view, tensor] { emit view.digestRequested(*tensor); });
    }
    if (!isPart && !view.actions().isEmpty()) {
        menu->addSeparator();
        menu->addActions(view.actions());
    }
    menu->addSeparator();
    menu->addAction(TensorTreeView::tr("Expand all"), &view, &TensorTreeView::expandAll);
    menu->addAction(TensorTreeView::tr("Collapse all"), &view, &TensorTreeView::collapseAll);
    return menu;
}

} // namespace loupe
