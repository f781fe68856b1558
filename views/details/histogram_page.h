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

/// Requests the figures of the histogram while it is shown, and passes them on. Several tensors are shown as
/// ridgelines. A group has a page of its own, or is shown as ridgelines if its tensors have the same role in different
/// blocks or the user asks for it.
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
    QStackedWidget& m_pages; ///< page 0: the tensor or the group; page 1: ridgelines
    HistogramView& m_histogram;
    PartsPanel& m_parts;
    TensorOrGroup& m_content;
    RidgelinesView& m_ridgelines;
    LinkButton& m_compare; ///< compares the tensors of the group
    OpenedCheckpointPtr m_opened;
    std::optional<std::uint32_t> m_tensor;
    JobRunner m_readingScales; ///< of m_tensor
    Findings m_scaleFindings; ///< of m_tensor
    NodeChoice m_selection;
    bool m_areOthers = false; ///< the selected tensors differ from those whose ridgelines are shown
    bool m_isOneRole = false; ///< all tensors of the selected group have one role
    bool m_comparesGroups = false; ///< at the user's request
    bool m_active = false;
    bool m_isOutdated = false;
};

} // namespace loupe
