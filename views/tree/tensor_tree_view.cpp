#include "views/tree/tensor_tree_view.h"

#include "items/tree/tensor_tree_model.h"
#include "views/tree/tree_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>

namespace loupe {

TensorTreeView::TensorTreeView(QWidget* parent)
    : OrderedTreeView(parent)
{
    setEmptyText(tr("The tensors of a file would be here. Open one with Ctrl+O or drop it on the window."));
    setAccessibleName(tr("Tensors"));
    setItemDelegate(new TreeDelegate(this));
    setTextElideMode(Qt::ElideMiddle);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QWidget::customContextMenuRequested, this, &TensorTreeView::showHeaderMenu);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!index.data(IsGroupRole).toBool())
            emit tensorActivated(m_model->nodeAt(index));
    });
}

TensorTreeView::~TensorTreeView() = default;

void TensorTreeView::setTensorModel(TensorTreeModel* model)
{
    m_model = model;
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &TensorTreeView::rememberState);
    setTreeModel(model);
    // After the base class's own, which forgets everything.
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::restoreState);
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::showShards);
    connect(model, &QAbstractItemModel::layoutChanged, this, [this] { scrollTo(currentIndex()); });
    connect(model, &TensorTreeModel::arrangementFinished, this, &TensorTreeView::showSorting);
    connect(model, &TensorTreeModel::healthChanged, this, &TensorTreeView::showHealth);
    connect(model, &TensorTreeModel::editsChanged, viewport(), qOverload<>(&QWidget::update));
    setUpColumns();
    restoreState();
}

std::optional<std::uint32_t> TensorTreeView::currentTensor() const
{
    const auto node = currentNode();
    if (!node || currentIndex().data(IsGroupRole).toBool())
        return std::nullopt;
    return *node;
}

bool TensorTreeView::selectNode(NameTree::NodeId node)
{
    if (OrderedTreeView::selectNode(node))
        return true;
    // The filter hides it: it becomes the current row again when the filter goes.
    selectionModel()->clear();
    m_current = node;
    return false;
}

void TensorTreeView::showNaturalOrder()
{
    header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder); // sorts, where the header showed another
    m_model->sort(-1);
}

QSize TensorTreeView::sizeHint() const
{
    return {680, 480};
}

void TensorTreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    const auto node = currentNode();
    if (node == m_current)
        return;
    m_current = node;
    emit currentNodeChanged(node);
    emit currentTensorChanged(currentTensor());
}

void TensorTreeView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyNames();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const auto tensor = currentTensor())
            emit tensorActivated(*tensor);
        else if (currentIndex().isValid())
            setExpanded(currentIndex().siblingAtColumn(0), !isExpanded(currentIndex().siblingAtColumn(0)));
        return;
    }
    OrderedTreeView::keyPressEvent(event);
}

void TensorTreeView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    if (auto* const delegate = qobject_cast<TreeDelegate*>(itemDelegate()))
        delegate->refresh();
    if (m_model && event->type() == QEvent::FontChange)
        setDefaultWidths();
}

} // namespace loupe
