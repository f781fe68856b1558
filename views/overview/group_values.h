#pragma once

#include "items/tree/group_figures.h"

#include <QWidget>

class QLabel;

namespace loupe {

class ElidedLabel;
class HistogramChart;
class LayerChart;

/// The values of a group as far as a scan knows them: how they are distributed, and their figures by layer or block,
/// one of them at a choice. Keeps its size whatever is known.
class GroupValues : public QWidget {
    Q_OBJECT

public:
    /// `tensors`: how many the group has.
    GroupValues(GroupBlocks::Kind kind, std::uint64_t tensors, QWidget* parent = nullptr);

    /// In a low page, so that the axis of the values is seen.
    void setLow(bool isLow);
    void setFigures(const GroupFigures& figures);

    HistogramChart& histogram() { return *m_histogram; }
    /// Null if the group has no layers or blocks.
    LayerChart* layers() { return m_layers; }
    /// The line below the histogram.
    QString readout() const;

private:
    void addLayers(GroupBlocks::Kind kind);
    void updateReadout();

    std::uint64_t m_tensors;
    HistogramChart* m_histogram;
    QLabel* m_approximate; ///< said of counts that are there
    ElidedLabel* m_readout;
    LayerChart* m_layers = nullptr;
    ElidedLabel* m_layersReadout = nullptr;
    QString m_note; ///< what is read out while nothing is pointed at
};

} // namespace loupe
