#include "views/details/tensor_or_group.h"

#include "views/details/details_page.h"
#include "views/overview/group_view.h"

namespace loupe {

TensorOrGroup::TensorOrGroup(QWidget* tensorView, DetailsPage& page)
    : m_group(*new GroupView)
{
    addWidget(tensorView);
    addWidget(&m_group);
    connectGroup(m_group, page);
}

bool TensorOrGroup::isBusy() const
{
    return m_group.isBusy();
}

void TensorOrGroup::setCheckpoint(const OpenedCheckpointPtr& opened)
{
    m_opened = opened;
    m_node.reset();
    m_tree.reset();
    m_hasTensor = false;
    update();
}

void TensorOrGroup::setHasTensor(bool has)
{
    m_hasTensor = has;
    update();
}

void TensorOrGroup::setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree)
{
    m_node = group;
    m_tree = tree;
    update();
}

void TensorOrGroup::setActive(bool active)
{
    m_active = active;
    update();
}

void TensorOrGroup::update()
{
    const bool showsGroup = m_opened && m_node && !m_hasTensor;
    if (showsGroup && m_active)
        m_group.setGroup(m_opened, m_tree, *m_node);
    else
        m_group.clear();
    setCurrentIndex(showsGroup ? 1 : 0);
}

void connectGroup(GroupView& group, DetailsPage& page)
{
    QObject::connect(&group, &GroupView::busyChanged, &page, &DetailsPage::busyChanged);
    QObject::connect(&group, &GroupView::tensorChosen, &page, &DetailsPage::tensorChosen);
    QObject::connect(&group, &GroupView::filterWanted, &page, &DetailsPage::filterWanted);
    QObject::connect(&group, &GroupView::changesWanted, &page, &DetailsPage::changesWanted);
}

} // namespace loupe
