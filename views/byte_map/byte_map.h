#pragma once

#include "views/byte_map/byte_map_colors.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

class QComboBox;

namespace loupe {

class ByteMapLegend;
class ByteMapStrips;
class ElidedLabel;

/// A map of the file, or of all shards stacked to one scale, that shows what each byte is used for.
class ByteMap : public QWidget {
    Q_OBJECT

public:
    explicit ByteMap(QWidget* parent = nullptr);

    /// Null: nothing is open. Resets the zoom and the current node.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Outlines a tensor, or underlines all tensors of a group. Empty: no mark. `tree` null: the checkpoint's own tree.
    void setCurrentNode(std::optional<NameTree::NodeId> node, const NameTree* tree = nullptr);
    /// Underlines all tensors of several nodes of `tree`, in addition to the current one.
    void setChosen(std::span<const NameTree::NodeId> nodes, const NameTree& tree);
    /// Outlines the region at a byte, a part of the current tensor, instead of the tensor. `offset` counts from the
    /// first byte of the file.
    void setCurrentByte(std::uint32_t file, std::uint64_t offset);
    /// The tensors that the filter keeps; the others are grayed out. Null: all. Reset with the checkpoint.
    void setKept(std::shared_ptr<const TensorSet> kept);
    ByteColoring coloring() const;
    /// The user's choice, for the settings. Empty while the coloring is automatic: by group if all tensors have one
    /// dtype.
    QString saveColoring() const;
    void restoreColoring(const QString& name);

    ByteMapStrips& strips() { return *m_strips; }

signals:
    /// The user clicked the bytes of a tensor, or reached them with the arrow keys.
    void tensorClicked(std::uint32_t tensor);
    /// The user clicked bytes that belong to no tensor. `offset`: the first of them, counted from the first byte of the
    /// file.
    void regionClicked(std::uint32_t file, std::uint64_t offset);

private:
    void showText();
    void updateColoring();
    std::shared_ptr<const ByteMapColors> makeColors() const; ///< null if nothing is open

    OpenedCheckpointPtr m_opened;
    ByteMapStrips* m_strips;
    ByteMapLegend* m_legend;
    ElidedLabel* m_text;
    QComboBox* m_coloring;
    std::optional<ByteColoring> m_chosen;
};

} // namespace loupe
