#pragma once

#include "items/tree/group_figures.h"

#include <QWidget>

class QLabel;

namespace loupe {

class ElidedLabel;
class HistogramChart;
class LayerChart;

/// The values of a group, from the results of a scan: their distribution, and one of several figures by layer or block.
/// The size does not depend on the results.
class GroupValues : public QWidget {
    Q_OBJECT

public:
    /// `tensors`: the number of tensors in the group.
    GroupValues(GroupBlocks::Kind kind, std::uint64_t tensors, QWidget* parent = nullptr);

    /// Set this if the page is low, to keep the value axis visible.
    void setLow(bool isLow);
    void setFigures(const GroupFigures& figures);

    HistogramChart& histogram() { return *m_histogram; }
    /// Null if the group has no layers or blocks.
    LayerChart* layers() { return m_layers; }
    /// The text below the histogram.
    QString readout() const;

private:
    void addLayers(GroupBlocks::Kind kind);
    void updateReadout();

    std::uint64_t m_tensors;
    HistogramChart* m_histogram;
    QLabel* m_approximate; ///< shown if the counts are approximate
    ElidedLabel* m_readout;
    LayerChart* m_layers = nullptr;
    ElidedLabel* m_layersReadout = nullptr;
    QString m_note; ///< shown while the pointer is on no bar
};

} // namespace loupe
