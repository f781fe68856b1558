#pragma once

#include "views/byte_map/byte_map_colors.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>

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
    ByteColoring coloring() const;

    ByteMapStrips& strips() { return *m_strips; }

signals:
    /// A tensor's bytes were clicked, or reached by the arrow keys.
    void tensorClicked(std::uint32_t tensor);
    /// Bytes that belong to no tensor were clicked: the first one of them. Offset from the first byte of the file.
    void regionClicked(std::uint32_t file, std::uint64_t offset);

private:
    void showText(const QString& text);
    std::shared_ptr<const ByteMapColors> makeColors() const; ///< null where nothing is open

    OpenedCheckpointPtr m_opened;
    ByteMapStrips* m_strips;
    ByteMapLegend* m_legend;
    ElidedLabel* m_text;
    QComboBox* m_coloring;
};

} // namespace loupe
