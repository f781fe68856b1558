#pragma once

#include "items/histogram/figures.h"
#include "views/details/details_page.h"

namespace loupe {

class HistogramView;

/// Asks for the figures that the histogram shows, while it is shown, and gives them to it.
class HistogramPage : public DetailsPage {
    Q_OBJECT

public:
    explicit HistogramPage(Figures& figures);

    void setCheckpoint(const OpenedCheckpointPtr& opened) override;
    void setTensor(std::optional<std::uint32_t> tensor) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    bool canStop() const override { return isBusy(); }
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
    HistogramView& m_histogram;
    OpenedCheckpointPtr m_opened;
    std::optional<std::uint32_t> m_tensor;
    bool m_active = false;
};

} // namespace loupe
