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

/// The whole file to scale, the shards of a model one beneath the other in one scale: what every byte is there for.
class ByteMap : public QWidget {
    Q_OBJECT

public:
    explicit ByteMap(QWidget* parent = nullptr);

    /// Null: nothing is open. Forgets zoom and current node.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Outlines a tensor, or underlines all tensors of a group; nothing: neither. `tree` null: the checkpoint's own.
    void setCurrentNode(std::optional<NameTree::NodeId> node, const NameTree* tree = nullptr);
    /// Underlines all tensors of several nodes of a tree, in addition to the current one.
    void setChosen(std::span<const NameTree::NodeId> nodes, const NameTree& tree);
    /// Outlines what lies at a byte, in place of the current tensor: a part of it.
    void setCurrentByte(std::uint32_t file, std::uint64_t offset);
    /// Those tensors that a filter keeps, the others are muted; null: all. Gone with the checkpoint.
    void setKept(std::shared_ptr<const TensorSet> kept);
    ByteColoring coloring() const;
    /// What a person chose, for settings; empty while it follows what is open: groups where all tensors have one dtype.
    QString saveColoring() const;
    void restoreColoring(const QString& name);

    ByteMapStrips& strips() { return *m_strips; }

signals:
    /// A tensor's bytes were clicked, or reached by the arrow keys.
    void tensorClicked(std::uint32_t tensor);
    /// Bytes that belong to no tensor were clicked: the first one of them. Offset from the first byte of the file.
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
