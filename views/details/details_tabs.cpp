#include "views/details/details_tabs.h"

#include "core/quantized_groups.h"
#include "views/hex/hex_view.h"
#include "views/kit/fitting_tab_bar.h"
#include "views/overview/overview_view.h"
#include "views/values/values_view.h"

#include <algorithm>

namespace loupe {

DetailsTabs::DetailsTabs(Figures& figures, QWidget* parent)
    : QTabWidget(parent)
{
    setAccessibleName(tr("Details"));
    setTabBar(new FittingTabBar(*this));
    setDocumentMode(true);
    for (const DetailsPageKind& kind : detailsPageKinds())
        add(kind.make(figures), kind.title());
    connect(this, &QTabWidget::currentChanged, this, &DetailsTabs::updateShown);
    updateShown();
}

DetailsTabs::~DetailsTabs()
{
    // QTabWidget signals each tab that is removed; nothing may react to that now.
    disconnect(this, nullptr, this, nullptr);
}

void DetailsTabs::add(std::unique_ptr<DetailsPage> page, const QString& title)
{
    connect(page.get(), &DetailsPage::busyChanged, this, &DetailsTabs::updateBusy);
    connect(page.get(), &DetailsPage::saveFailed, this, &DetailsTabs::saveFailed);
    connect(page.get(), &DetailsPage::tensorChosen, this, &DetailsTabs::tensorChosen);
    connect(page.get(), &DetailsPage::groupChosen, this, &DetailsTabs::groupChosen);
    connect(page.get(), &DetailsPage::filterWanted, this, &DetailsTabs::filterWanted);
    connect(page.get(), &DetailsPage::quantizedViewWanted, this, &DetailsTabs::quantizedViewWanted);
    connect(page.get(), &DetailsPage::saveWanted, this, &DetailsTabs::saveWanted);
    connect(page.get(), &DetailsPage::adapterWritingWanted, this, &DetailsTabs::adapterWritingWanted);
    connect(page.get(), &DetailsPage::changesWanted, this, [this] { showTab(DetailsTab::Changes); });
    connect(page.get(), &DetailsPage::elementChosen, this, &DetailsTabs::showElement);
    connect(page.get(), &DetailsPage::placeChosen, this, &DetailsTabs::showPlace);
    connect(page.get(), &DetailsPage::titleChanged, this, [this, content = page->content()](const QString& text) { //
        setTabText(indexOf(content), text);
    });
    addTab(page->content(), title);
    m_pages.push_back(std::move(page));
}

QSize DetailsTabs::minimumSizeHint() const
{
    return {static_cast<FittingTabBar*>(tabBar())->leastPageWidth(), QTabWidget::minimumSizeHint().height()};
}

template <typename View>
View& DetailsTabs::viewOf(DetailsTab tab) const
{
    return static_cast<View&>(*m_pages[std::size_t(tab)]->view());
}

void DetailsTabs::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_opened = std::move(opened);
    m_tensor.reset();
    m_showsGroup = false;
    m_part.reset();
    for (const auto& page : m_pages)
        page->setCheckpoint(m_opened);
}

void DetailsTabs::setTensor(std::optional<std::uint32_t> tensor)
{
    if (!m_opened || m_tensor == tensor || (tensor && *tensor >= m_opened->checkpoint->tensors.size()))
        return;
    m_tensor = tensor;
    m_part.reset();
    for (const auto& page : m_pages)
        page->setTensor(tensor);
}

void DetailsTabs::setPart(std::optional<std::uint32_t> part)
{
    const QuantizedGroups* const quantized = m_opened ? m_opened->checkpoint->quantized.get() : nullptr;
    const QuantizedGroups::Group* const group = quantized && m_tensor ? quantized->of(*m_tensor) : nullptr;
    if (part == m_part || (part && (!group || *part >= group->parts.size())))
        return;
    m_part = part;
    for (const auto& page : m_pages)
        page->setPart(part ? std::optional(group->parts[*part].tensor) : std::nullopt);
}

void DetailsTabs::setNode(std::optional<NameTree::NodeId> node, std::shared_ptr<const NameTree> tree)
{
    if (m_opened && !tree)
        tree = std::shared_ptr<const NameTree>(m_opened, &m_opened->tree);
    const bool isGroup = m_opened && node && *node < tree->nodeCount() && tree->isGroup(*node);
    m_showsGroup = isGroup;
    const auto setGroup = [&] {
        for (const auto& page : m_pages)
            page->setGroup(isGroup ? node : std::nullopt, isGroup ? tree : nullptr);
    };
    // Sets the new selection before clearing the old one, so that no page briefly shows an empty selection.
    if (isGroup)
        setGroup();
    setTensor(isGroup ? std::nullopt : node);
    if (!isGroup)
        setGroup();
}

void DetailsTabs::setSelection(const NodeChoice& choice)
{
    if (choice.opened && choice.opened != m_opened)
        return;
    for (const auto& page : m_pages)
        page->setSelection(choice);
}

void DetailsTabs::setOutdated()
{
    for (const auto& page : m_pages)
        page->setOutdated();
}

void DetailsTabs::setEditSession(EditSession* session)
{
    for (const auto& page : m_pages)
        page->setEditSession(session);
}

void DetailsTabs::setScan(HealthScan* scan)
{
    for (const auto& page : m_pages)
        page->setScan(scan);
}

void DetailsTabs::showTab(DetailsTab tab)
{
    setCurrentIndex(int(tab));
}

void DetailsTabs::chooseTab(DetailsTab tab)
{
    showTab(tab);
    if (QWidget* const target = m_pages[std::size_t(tab)]->keyTarget())
        target->setFocus(Qt::ShortcutFocusReason);
}

DetailsTab DetailsTabs::currentTab() const
{
    return DetailsTab(currentIndex());
}

void DetailsTabs::showOffset(std::uint32_t file, std::uint64_t offset)
{
    viewOf<HexView>(DetailsTab::Hex).showOffset(file, offset);
    showTab(DetailsTab::Hex);
}

void DetailsTabs::showTensorBytes(std::uint32_t tensor)
{
    setTensor(tensor);
    if (m_tensor != tensor)
        return;
    viewOf<HexView>(DetailsTab::Hex).setScope(HexView::Scope::Tensor);
    showTab(DetailsTab::Hex);
}

void DetailsTabs::showElement(std::uint32_t tensor, std::uint64_t element)
{
    setTensor(tensor);
    if (m_tensor != tensor)
        return;
    setPart({});
    showTab(DetailsTab::Values);
    viewOf<ValuesView>(DetailsTab::Values).goTo(element);
}

void DetailsTabs::setEmptyText(const QString& sentence)
{
    viewOf<OverviewView>(DetailsTab::Overview).setEmptyText(sentence);
}

void DetailsTabs::computeDigest(std::uint32_t tensor)
{
    setTensor(tensor);
    if (m_tensor != tensor)
        return;
    showTab(DetailsTab::Overview);
    viewOf<OverviewView>(DetailsTab::Overview).computeDigest(tensor);
}

/// Sets the tensor before the window is notified. The window's selection, which would show the tensor's first byte,
/// then has no effect, even if it comes back late.
void DetailsTabs::showPlace(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset)
{
    if (tensor) {
        setTensor(tensor);
        emit tensorChosen(*tensor);
    }
    showOffset(file, offset);
}

bool DetailsTabs::isBusy() const
{
    return m_pages[std::size_t(currentIndex())]->isBusy();
}

bool DetailsTabs::hasStoppableWork() const
{
    return std::any_of(m_pages.begin(), m_pages.end(), [](const auto& page) { return page->canStop(); });
}

void DetailsTabs::stopWork()
{
    for (const auto& page : m_pages)
        page->stop();
}

void DetailsTabs::updateShown()
{
    const auto shown = std::size_t(currentIndex());
    m_pages[shown]->setActive(true); // first, so that switching between two busy tabs does not look idle
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        if (i != shown)
            m_pages[i]->setActive(false);
    updateBusy();
}

void DetailsTabs::updateBusy()
{
    emit stoppableWorkChanged();
    if (isBusy() == m_wasBusy)
        return;
    m_wasBusy = !m_wasBusy;
    emit busyChanged(m_wasBusy);
}

} // namespace loupe
