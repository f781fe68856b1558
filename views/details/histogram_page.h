#pragma once

#include "items/histogram/figures.h"
#include "items/histogram/ridgeline_cache.h"
#include "items/jobs/job_runner.h"
#include "views/details/details_page.h"

#include <vector>

class QStackedWidget;

namespace loupe {

class HistogramView;
class LinkButton;
class PartsPanel;
class RidgelinesView;
class TensorOrGroup;

/// Asks for the figures that the histogram shows, while it is shown, and gives them to it. Several tensors are shown as
/// ridgelines; a group on a page of its own, or as ridgelines too, if its tensors are one part of different blocks or
/// someone wants that.
class HistogramPage : public DetailsPage {
    Q_OBJECT

public:
    explicit HistogramPage(Figures& figures);

    void setCheckpoint(const OpenedCheckpointPtr& opened) override;
    void setOutdated() override;
    void setTensor(std::optional<std::uint32_t> tensor) override;
    void setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree) override;
    void setSelection(const NodeChoice& choice) override;
    void setEditSession(EditSession* session) override;
    void setScan(HealthScan* scan) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    bool canStop() const override;
    void stop() override;

private:
    enum class Shown : std::uint8_t { Tensor, Group, Ridgelines };

    void connectView();
    void connectRidgelines();
    QWidget* makeTensorPage();
    QWidget* makeTensorOrGroupPage();
    Shown whatToShow() const;
    bool isGroupSelected() const;
    void updateTensor();
    void readScales();
    void updateFindings();
    void fetchTensor();
    std::shared_ptr<const Checkpoint> shownCheckpoint() const;
    void updateRidgelines();
    void endUnshown(Shown shown);
    void connectFigures(FiguresOfNumbers& figures);
    FiguresOfNumbers& shown() const;
    FiguresOfNumbers& hidden() const;
    void update();
    void updateComputing(bool running);
    QString nameOf(std::uint32_t tensor) const;

    Figures& m_figures;
    HealthScan* m_scan = nullptr;
    RidgelineCache m_ridges;
    QStackedWidget& m_pages; ///< the tensor or the group, ridgelines
    HistogramView& m_histogram;
    PartsPanel& m_parts;
    TensorOrGroup& m_content;
    RidgelinesView& m_ridgelines;
    LinkButton& m_compare; ///< of the group's tensors
    OpenedCheckpointPtr m_opened;
    std::optional<std::uint32_t> m_tensor;
    JobRunner m_readingScales; ///< of m_tensor
    Findings m_scaleFindings; ///< likewise
    NodeChoice m_selection;
    bool m_areOthers = false; ///< than those whose ridgelines are shown
    bool m_isOneRole = false; ///< all tensors of the selected group
    bool m_comparesGroups = false; ///< as someone wanted
    bool m_active = false;
    bool m_isOutdated = false;
};

} // namespace loupe
