#pragma once

#include "items/histogram/figures.h"
#include "views/details/details_page.h"

class QStackedWidget;

namespace loupe {

class GroupView;
class HistogramView;

/// Asks for the figures that the histogram shows, while it is shown, and gives them to it. Where a group is selected,
/// the group is what it shows.
class HistogramPage : public DetailsPage {
    Q_OBJECT

public:
    explicit HistogramPage(Figures& figures);

    void setCheckpoint(const OpenedCheckpointPtr& opened) override;
    void setTensor(std::optional<std::uint32_t> tensor) override;
    void setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    bool canStop() const override;
    void stop() override;

private:
    void connectView();
    void connectFigures(FiguresOfNumbers& figures);
    FiguresOfNumbers& shown() const;
    FiguresOfNumbers& hidden() const;
    void update();
    void updateComputing(bool running);
    QString nameOf(std::uint32_t tensor) const;

    Figures& m_figures;
    QStackedWidget& m_pages; ///< one of the next two
    HistogramView& m_histogram;
    GroupView& m_groupView;
    OpenedCheckpointPtr m_opened;
    std::optional<std::uint32_t> m_tensor;
    std::optional<NameTree::NodeId> m_group;
    std::shared_ptr<const NameTree> m_tree; ///< that the group is in
    bool m_active = false;
};

} // namespace loupe
