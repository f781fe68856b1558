#include "views/details/details_pages.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "views/details/histogram_page.h"
#include "views/heat_map/heat_map_view.h"
#include "views/hex/hex_view.h"
#include "views/metadata/metadata_view.h"
#include "views/overview/overview_view.h"
#include "views/tree/changes_panel.h"
#include "views/values/values_view.h"

#include <iterator>

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
        connect(&m_overview, &OverviewView::filterWanted, this, &DetailsPage::filterWanted);
        connect(&m_overview, &OverviewView::placeChosen, this, &DetailsPage::placeChosen);
        connect(&m_overview, &OverviewView::quantizedViewWanted, this, &DetailsPage::quantizedViewWanted);
        connect(&m_overview, &OverviewView::digestRunningChanged, this, &DetailsPage::busyChanged);
        connect(&m_overview, &OverviewView::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override { m_overview.setCheckpoint(opened); }
    void setTensor(std::optional<std::uint32_t> tensor) override { m_overview.setTensor(tensor); }
    void setScan(HealthScan* scan) override { m_overview.setScan(scan); }
    bool isBusy() const override { return m_overview.isBusy(); }
    bool canStop() const override { return m_overview.isComputingDigest(); }
    void stop() override { m_overview.stopDigest(); }

private:
    OverviewView& m_overview;
};

class HeatMapPage : public DetailsPage {
public:
    HeatMapPage()
        : DetailsPage(new HeatMapView)
        , m_heatMap(static_cast<HeatMapView&>(*view()))
    {
        connect(&m_heatMap, &HeatMapView::busyChanged, this, &DetailsPage::busyChanged);
        connect(&m_heatMap, &HeatMapView::saveFailed, this, &DetailsPage::saveFailed);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override { m_heatMap.setCheckpoint(checkpointOf(opened)); }
    void setTensor(std::optional<std::uint32_t> tensor) override { m_heatMap.setTensor(tensor); }
    void setActive(bool active) override { m_heatMap.setActive(active); }
    bool isBusy() const override { return m_heatMap.isBusy(); }
    bool canStop() const override { return m_heatMap.isBusy(); }
    void stop() override { m_heatMap.stop(); }

private:
    HeatMapView& m_heatMap;
};

class ValuesPage : public DetailsPage {
public:
    ValuesPage()
        : DetailsPage(new ValuesView)
        , m_values(static_cast<ValuesView&>(*view()))
    {
        connect(&m_values, &ValuesView::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override { m_values.setCheckpoint(checkpointOf(opened)); }
    void setTensor(std::optional<std::uint32_t> tensor) override { m_values.setTensor(tensor); }
    void setActive(bool active) override { m_values.setActive(active); }
    bool isBusy() const override { return m_values.isBusy(); }
    bool canStop() const override { return m_values.isSearching(); }
    void stop() override { m_values.stop(); }

private:
    ValuesView& m_values;
};

class HexViewPage : public DetailsPage {
public:
    HexViewPage()
        : DetailsPage(new HexView)
        , m_hex(static_cast<HexView&>(*view()))
    {
        connect(&m_hex, &HexView::busyChanged, this, &DetailsPage::busyChanged);
    }
    void setCheckpoint(const OpenedCheckpointPtr& opened) override { m_hex.setCheckpoint(checkpointOf(opened)); }
    void setTensor(std::optional<std::uint32_t> tensor) override { m_hex.setTensor(tensor); }
    bool isBusy() const override { return m_hex.isBusy(); }

private:
    HexView& m_hex;
};

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
    }
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
std::unique_ptr<DetailsPage> makePage(Figures& /*figures*/)
{
    return std::make_unique<Page>();
}

std::unique_ptr<DetailsPage> makeHistogramPage(Figures& figures)
{
    return std::make_unique<HistogramPage>(figures);
}

constexpr DetailsPageKind pageKinds[] = {
    {DetailsTab::Overview, "overview", QT_TRANSLATE_NOOP("loupe::DetailsPage", "O&verview"), makePage<OverviewPage>},
    {DetailsTab::Histogram, "histogram", QT_TRANSLATE_NOOP("loupe::DetailsPage", "&Histogram"), makeHistogramPage},
    {DetailsTab::HeatMap, "heat-map", QT_TRANSLATE_NOOP("loupe::DetailsPage", "He&at map"), makePage<HeatMapPage>},
    {DetailsTab::Values, "values", QT_TRANSLATE_NOOP("loupe::DetailsPage", "Va&lues"), makePage<ValuesPage>},
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
