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

/// The files of A over those of B, to one scale: where which tensor lies, and by how much it changed. Colors follow
/// the results, a few times a second.
class PairByteMap : public QWidget {
    Q_OBJECT

public:
    explicit PairByteMap(QWidget* parent = nullptr);

    /// Null: nothing is open. Forgets zoom and current node.
    void setResults(const ComparisonResultsPtr& results);
    /// Outlines a tensor on both sides, or underlines all tensors of a group; nothing: neither.
    void setNode(std::optional<NameTree::NodeId> node);
    /// The pairs that a filter keeps, the others are muted; null: all. Gone with the results.
    void setKept(std::shared_ptr<const TensorSet> kept);
    /// The results know more; `ended`: no more will come.
    void onResultsAdded(bool ended);

    ByteMapStrips& strips() { return *m_strips; }
    ByteMapLegend& legend() { return *m_legend; }

signals:
    /// A tensor's bytes were clicked, or reached by the arrow keys.
    void nodeChosen(loupe::NameTree::NodeId node);

private:
    void recolor();
    void showText();

    std::shared_ptr<PairByteColors> m_colors; ///< null while nothing is open
    QTimer m_pause; ///< runs from one change of colors to the next
    ByteMapStrips* m_strips;
    ByteMapLegend* m_legend;
    ElidedLabel* m_text;
};

} // namespace loupe
