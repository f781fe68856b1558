#include "views/details/tensor_or_group.h"

#include "views/details/details_page.h"
#include "views/overview/group_view.h"

namespace loupe {

TensorOrGroup::TensorOrGroup(QWidget* tensorView, KnownGroup& known, DetailsPage& page)
    : m_group(*new GroupView(known))
{
    addWidget(tensorView);
    addWidget(&m_group);
    connect(&m_group, &GroupView::busyChanged, &page, &DetailsPage::busyChanged);
    connect(&m_group, &GroupView::tensorChosen, &page, &DetailsPage::tensorChosen);
    connect(&m_group, &GroupView::filterWanted, &page, &DetailsPage::filterWanted);
    connect(&m_group, &GroupView::changesWanted, &page, &DetailsPage::changesWanted);
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
    showChosen();
}

void TensorOrGroup::setHasTensor(bool has)
{
    m_hasTensor = has;
}

bool TensorOrGroup::setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree)
{
    if (group == m_node && tree == m_tree)
        return false;
    m_node = group;
    m_tree = tree;
    return true;
}

std::optional<NameTree::NodeId> TensorOrGroup::shownGroup() const
{
    return m_opened && !m_hasTensor ? m_node : std::nullopt;
}

void TensorOrGroup::setActive(bool active)
{
    m_active = active;
    showChosen();
}

void TensorOrGroup::showChosen()
{
    const auto group = shownGroup();
    if (group && m_active)
        m_group.setGroup(m_opened, m_tree, *group);
    else
        m_group.clear();
    setCurrentIndex(group ? 1 : 0);
}

} // namespace loupe
