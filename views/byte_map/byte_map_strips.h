#pragma once

#include "views/byte_map/byte_map_painter.h"

#include <QAbstractScrollArea>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace loupe {

/// The strips of a byte map, one per file, to one scale. The wheel zooms around the pointer, dragging pans, and a
/// double click shows everything. The arrow keys move between regions and files, + and - zoom, and 0 shows everything.
class ByteMapStrips : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ByteMapStrips(QWidget* parent = nullptr);

    /// Null: nothing is open. Resets the zoom and the current node.
    void setSource(std::shared_ptr<const ByteMapSource> source);
    /// Replaces the source by one with the same strips; may be the same object with new ranks and colors.
    void recolor(std::shared_ptr<const ByteMapSource> source);
    /// The leaves of the source's tree that the filter keeps; the others are grayed out. Null: all. Reset with the
    /// source.
    void setKept(std::shared_ptr<const TensorSet> kept);
    /// Shown while there are no strips.
    void setEmptyText(const QString& sentence);
    /// Outlines the tensors of a leaf, or underlines those of a group. `tree` null: the source's own tree.
    void setCurrentNode(std::optional<NameTree::NodeId> node, const NameTree* tree = nullptr);

    /// Underlines all tensors of several nodes, in addition to the current one.
    void setChosen(std::span<const NameTree::NodeId> nodes, const NameTree& tree);

    /// Outlines the region at a byte, instead of the current node. `offset` counts from the first byte of the file.
    void setCurrentByte(int side, std::uint32_t file, std::uint64_t offset);

    const ByteMapLayout& layoutOfBytes() const { return m_content.layout(); }
    int count() const { return m_content.count(); }
    /// The region that a column of a strip shows; null if there is none.
    const Region* regionAt(int strip, int column);
    /// The rectangle of a strip in viewport coordinates.
    QRect stripRect(int strip) const;
    /// Describes the region under the pointer, or else the current one; plain text.
    QString currentText() const;
    /// As currentText(), with the tensor name that it contains.
    const NamedSentence& currentSentence() const { return m_sentence; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The user clicked the bytes of a tensor, or reached them with the arrow keys.
    void leafClicked(loupe::NameTree::NodeId leaf);
    /// The user clicked bytes that belong to no tensor. `file`: index in its checkpoint. `offset` counts from the first
    /// byte of the file.
    void regionClicked(std::uint32_t file, std::uint64_t offset);
    void textChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    std::optional<ByteMapPlace> placeAt(QPoint position);
    void relayout();
    void viewChanged();
    void setHover(std::optional<ByteMapPlace> place);
    void choose(ByteMapPlace place);
    void setCurrent(std::vector<ByteMapPlace> places);
    void setGroup(ByteMapContent::SideTensorSets tensors);
    void reveal();
    void moveBy(int regions);
    /// Moves to the first strip that has regions, searching from `strip` in steps of `step`.
    void moveToFile(int strip, int step = 1);
    void updateText();

    ByteMapContent m_content;
    ByteMapMarks m_marks;
    ByteMapContent::SideTensorSets m_group; ///< the tensors of the current group, or of all chosen nodes
    QString m_emptyText;
    QPoint m_pressed;
    int m_draggedTo = 0;
    bool m_dragging = false;
    NamedSentence m_sentence; ///< the value of currentSentence()
};

} // namespace loupe
