#pragma once

#include "items/compare/comparison_results.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

namespace loupe {

class ByteMapLegend;
class ByteMapStrips;
class ElidedLabel;
class PairByteColors;

/// The files of A above those of B, to one scale: where each tensor is stored, and how much it changed. The colors are
/// updated a few times a second while results arrive.
class PairByteMap : public QWidget {
    Q_OBJECT

public:
    explicit PairByteMap(QWidget* parent = nullptr);

    /// Null: nothing is open. Resets the zoom and the current node.
    void setResults(const ComparisonResultsPtr& results);
    /// Outlines a tensor on both sides, or underlines all tensors of a group. Empty: no mark.
    void setNode(std::optional<NameTree::NodeId> node);
    /// The pairs that the filter keeps; the others are grayed out. Null: all. Reset by setResults().
    void setKept(std::shared_ptr<const TensorSet> kept);
    /// New results were added. `ended`: no more will come.
    void onResultsAdded(bool ended);

    ByteMapStrips& strips() { return *m_strips; }
    ByteMapLegend& legend() { return *m_legend; }

signals:
    /// The user clicked the bytes of a tensor, or reached them with the arrow keys.
    void nodeChosen(loupe::NameTree::NodeId node);

private:
    void recolor();
    void showText();

    std::shared_ptr<PairByteColors> m_colors; ///< null while nothing is open
    QTimer m_pause; ///< limits how often the colors are updated
    ByteMapStrips* m_strips;
    ByteMapLegend* m_legend;
    ElidedLabel* m_text;
};

} // namespace loupe
