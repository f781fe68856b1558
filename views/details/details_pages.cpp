#include "views/details/details_pages.h"

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/histogram/figures.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "items/tree/health/health_scan.h"
#include "views/details/histogram_page.h"
#include "views/details/tensor_or_group.h"
#include "views/heat_map/heat_map_view.h"
#include "views/hex/hex_view.h"
#include "views/layers/layers_view.h"
#include "views/metadata/metadata_view.h"
#include "views/overview/group_view.h"
#include "views/overview/overview_view.h"
#include "views/spectrum/spectrum_view.h"
#include "views/tree/changes_panel.h"
#include "views/values/value_messages.h"
#include "views/values/values_view.h"

#include <QTreeView>

#include <iterator>
#include <type_traits>
#include <utility>

namespace loupe {

namespace {

std::shared_ptr<const Checkpoint> checkpointOf(const OpenedCheckpointPtr& opened)
{
    return opened ? opened->checkpoint : nullptr;
}

class OverviewPage : public DetailsPage {
public:
    OverviewPage()
        : DetailsPage(new OverviewView)
        , m_overview(static_cast<OverviewView&>(*view()))
    {
        connect(&m_overview, &OverviewView::tensorChosen, this, &DetailsPage::tensorChosen);
        connect(&m_overview, &OverviewView::groupChosen, this, &DetailsPage::groupChosen);
        connect(&m_overview, &OverviewView::adapterWritingWanted, this, &DetailsPage::adapterWritingWanted);
        connect(&m_overview, &OverviewView::filterWanted, this, &DetailsPage::filterWanted);
        connect(&m_overview, &OverviewView::placeChosen, this, &DetailsPage::placeChosen);
        connect(&m_overview, &OverviewView::quantizedViewWanted, this, &DetailsPage::quantizedViewWanted);
        connect(&m_overview, &OverviewView::digestRunningChanged, this, &DetailsPage::busyChanged);
        connect(&m_overview, &OverviewView::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override { m_overview.setCheckpoint(opened); }
    void setTensor(std::optional<std::uint32_t> tensor) override { m_overview.setTensor(tensor); }
    void setScan(HealthScan* scan) override { m_overview.setScan(scan); }
    void setEditSession(EditSession* session) override { m_overview.setEditSession(session); }
    bool isBusy() const override { return m_overview.isBusy(); }
    bool canStop() const override { return m_overview.isComputingDigest(); }
    void stop() override { m_overview.stopDigest(); }

private:
    OverviewView& m_overview;
};

class LayersPage : public DetailsPage {
public:
    LayersPage()
        : DetailsPage(new LayersView)
        , m_layers(static_cast<LayersView&>(*view()))
    {
        connect(&m_layers, &LayersView::tensorChosen, this, &DetailsPage::tensorChosen);
        connect(&m_layers, &LayersView::groupChosen, this, &DetailsPage::groupChosen);
        connect(&m_layers, &LayersView::busyChanged, this, &DetailsPage::busyChanged);
        connect(&m_layers, &LayersView::saveFailed, this, &DetailsPage::saveFailed);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override
    {
        m_opened = opened;
        m_layers.setCheckpoint(opened);
    }
    void setTensor(std::optional<std::uint32_t> tensor) override { m_layers.setTensor(tensor); }
    void setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree) override
    {
        if (group && tree.get() == &m_opened->tree)
            m_layers.setGroup(group);
    }
    void setScan(HealthScan* scan) override { m_layers.setScan(scan); }
    void setActive(bool active) override { m_layers.setActive(active); }
    bool isBusy() const override { return m_layers.isBusy(); }
    bool canStop() const override { return m_layers.isSearching(); }
    void stop() override { m_layers.stopSearch(); }

private:
    LayersView& m_layers;
    OpenedCheckpointPtr m_opened;
};

/// A page with a view that shows any tensor of any checkpoint, including a part of a quantized weight as it is stored.
template <typename View>
class TensorPage : public DetailsPage {
public:
    TensorPage()
        : DetailsPage(new View)
        , m_shown(static_cast<View&>(*view()))
    {
        connect(&m_shown, &View::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override
    {
        m_checkpoint = checkpointOf(opened);
        m_tensor.reset();
        m_isPart = false;
        m_shown.setCheckpoint(m_checkpoint);
    }
    void setTensor(std::optional<std::uint32_t> tensor) override
    {
        m_tensor = tensor;
        if (std::exchange(m_isPart, false))
            m_shown.setCheckpoint(m_checkpoint);
        m_shown.setTensor(tensor);
    }
    void setPart(std::optional<std::uint32_t> stored) override
    {
        if (!stored)
            return setTensor(m_tensor);
        if (!std::exchange(m_isPart, true))
            m_shown.setCheckpoint(m_checkpoint->quantized->stored);
        m_shown.setTensor(stored);
    }
    bool isBusy() const override { return m_shown.isBusy(); }

protected:
    View& shown() const { return m_shown; }

private:
    View& m_shown;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    bool m_isPart = false; ///< the view shows the stored checkpoint
};

/// As above; shows the details of a group, which has no values of its own.
template <typename View>
class TensorOrGroupPage : public TensorPage<View> {
public:
    explicit TensorOrGroupPage(Figures& figures)
        : m_content(*new TensorOrGroup(this->view(), figures.group(), *this))
    {
    }
    QWidget* content() const override { return &m_content; }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override
    {
        m_content.setCheckpoint(opened);
        TensorPage<View>::setCheckpoint(opened);
    }
    void setTensor(std::optional<std::uint32_t> tensor) override
    {
        m_content.setHasTensor(tensor.has_value());
        m_content.showChosen();
        TensorPage<View>::setTensor(tensor);
    }
    void setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree) override
    {
        if (m_content.setGroup(group, tree))
            m_content.showChosen();
    }
    void setEditSession(EditSession* session) override { m_content.group().setEditSession(session); }
    void setScan(HealthScan* scan) override
    {
        m_content.group().setScan(scan);
        this->connect(
            scan, &HealthScan::namesKnown, this, [this, scan] { this->shown().setNamePatterns(scan->namePatterns()); });
    }
    void setActive(bool active) override
    {
        m_content.setActive(active);
        this->shown().setActive(active);
    }
    bool isBusy() const override { return TensorPage<View>::isBusy() || m_content.isBusy(); }

private:
    TensorOrGroup& m_content;
};

class HeatMapPage : public TensorOrGroupPage<HeatMapView> {
public:
    explicit HeatMapPage(Figures& figures)
        : TensorOrGroupPage(figures)
    {
        connect(&shown(), &HeatMapView::saveFailed, this, &DetailsPage::saveFailed);
    }
    bool canStop() const override { return shown().isBusy(); }
    void stop() override { shown().stop(); }
};

class ValuesPage : public TensorOrGroupPage<ValuesView> {
public:
    using TensorOrGroupPage::TensorOrGroupPage;
    bool canStop() const override { return shown().isSearching(); }
    void stop() override { shown().stop(); }
};

class SpectrumPage : public DetailsPage {
public:
    SpectrumPage()
        : DetailsPage(new SpectrumView)
        , m_spectrum(static_cast<SpectrumView&>(*view()))
    {
        connect(&m_spectrum, &SpectrumView::busyChanged, this, &DetailsPage::busyChanged);
        connect(&m_spectrum, &SpectrumView::saveFailed, this, &DetailsPage::saveFailed);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override
    {
        m_checkpoint = checkpointOf(opened);
        showTensor(m_checkpoint, std::nullopt);
    }
    void setTensor(std::optional<std::uint32_t> tensor) override
    {
        m_tensor = tensor;
        showTensor(m_checkpoint, tensor);
    }
    void setPart(std::optional<std::uint32_t> stored) override
    {
        if (stored)
            showTensor(m_checkpoint->quantized->stored, stored);
        else
            showTensor(m_checkpoint, m_tensor);
    }
    void setActive(bool active) override { m_spectrum.setActive(active); }
    bool isBusy() const override { return m_spectrum.isBusy(); }
    bool canStop() const override { return m_spectrum.isBusy(); }
    void stop() override { m_spectrum.stop(); }

private:
    void showTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::optional<std::uint32_t> tensor)
    {
        if (!tensor)
            return m_spectrum.setReason(DetailsPage::tr("Select a tensor to see its singular values."));
        if (const QString reason = whyNoValues(checkpoint.get(), tensor); !reason.isEmpty())
            return m_spectrum.setReason(reason, toQString(checkpoint->tensors[*tensor].name));
        m_spectrum.setSubject(toQString(checkpoint->tensors[*tensor].name), {checkpoint, *tensor});
    }

    SpectrumView& m_spectrum;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
};

using HexViewPage = TensorPage<HexView>;

class MetadataPage : public DetailsPage {
public:
    MetadataPage()
        : DetailsPage(new MetadataView)
        , m_metadata(static_cast<MetadataView&>(*view()))
    {
        connect(&m_metadata, &MetadataView::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override { m_metadata.setCheckpoint(checkpointOf(opened)); }
    void setEditSession(EditSession* session) override { m_metadata.setSession(session); }
    bool isBusy() const override { return m_metadata.isBusy(); }
    /// The page is about the file, not about a row of the tree, and has its own search (Ctrl+F).
    QWidget* keyTarget() const override { return &m_metadata.tree(); }

private:
    MetadataView& m_metadata;
};

class ChangesPage : public DetailsPage {
public:
    ChangesPage()
        : DetailsPage(new ChangesPanel)
        , m_changes(static_cast<ChangesPanel&>(*view()))
    {
        connect(&m_changes, &ChangesPanel::tensorChosen, this, &DetailsPage::tensorChosen);
        connect(&m_changes, &ChangesPanel::saveWanted, this, &DetailsPage::saveWanted);
        connect(&m_changes, &ChangesPanel::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setActive(bool active) override { m_changes.setActive(active); }
    bool isBusy() const override { return m_changes.isBusy(); }
    void setEditSession(EditSession* session) override
    {
        m_changes.setSession(session);
        connect(session, &EditSession::changed, this, [this, session] {
            const std::uint64_t count = session->edits().actions().size();
            emit titleChanged(count == 0 ? DetailsPage::tr("Changes")
                                         : DetailsPage::tr("Changes (%1)").arg(toQString(formatCount(count))));
        });
    }

private:
    ChangesPanel& m_changes;
};

template <typename Page>
std::unique_ptr<DetailsPage> makePage([[maybe_unused]] Figures& figures)
{
    if constexpr (std::is_constructible_v<Page, Figures&>)
        return std::make_unique<Page>(figures);
    else
        return std::make_unique<Page>();
}

constexpr DetailsPageKind pageKinds[] = {
    {DetailsTab::Overview, "overview", QT_TRANSLATE_NOOP("loupe::DetailsPage", "O&verview"), makePage<OverviewPage>},
    {DetailsTab::Layers, "layers", QT_TRANSLATE_NOOP("loupe::DetailsPage", "La&yers"), makePage<LayersPage>},
    {DetailsTab::Histogram, "histogram", QT_TRANSLATE_NOOP("loupe::DetailsPage", "&Histogram"),
        makePage<HistogramPage>},
    {DetailsTab::HeatMap, "heat-map", QT_TRANSLATE_NOOP("loupe::DetailsPage", "He&at map"), makePage<HeatMapPage>},
    {DetailsTab::Values, "values", QT_TRANSLATE_NOOP("loupe::DetailsPage", "Va&lues"), makePage<ValuesPage>},
    {DetailsTab::Spectrum, "spectrum", QT_TRANSLATE_NOOP("loupe::DetailsPage", "Spectr&um"), makePage<SpectrumPage>},
    {DetailsTab::Hex, "hex", QT_TRANSLATE_NOOP("loupe::DetailsPage", "He&x"), makePage<HexViewPage>},
    {DetailsTab::Metadata, "metadata", QT_TRANSLATE_NOOP("loupe::DetailsPage", "&Metadata"), makePage<MetadataPage>},
    {DetailsTab::Changes, "changes", QT_TRANSLATE_NOOP("loupe::DetailsPage", "&Changes"), makePage<ChangesPage>},
};

constexpr bool areInOrder()
{
    for (std::size_t i = 0; i < std::size(pageKinds); ++i)
        if (std::size_t(pageKinds[i].tab) != i)
            return false;
    return true;
}
static_assert(areInOrder(), "rows stand in the order of DetailsTab");

} // namespace

QString DetailsPageKind::title() const
{
    return DetailsPage::tr(menuTitle).remove(u'&');
}

std::span<const DetailsPageKind> detailsPageKinds()
{
    return pageKinds;
}

} // namespace loupe
