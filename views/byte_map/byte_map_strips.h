#pragma once

#include "views/byte_map/byte_map_painter.h"

#include <QAbstractScrollArea>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace loupe {

/// The strips of a byte map, one per file, in one scale. The wheel zooms around the pointer, dragging pans, a double
/// click shows all again; arrow keys go from region to region and from file to file, + and - zoom, 0 shows all.
class ByteMapStrips : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ByteMapStrips(QWidget* parent = nullptr);

    /// Null: nothing is open. Forgets zoom and current node.
    void setSource(std::shared_ptr<const ByteMapSource> source);
    /// Another source of the same strips, or the same one with new ranks and colors.
    void recolor(std::shared_ptr<const ByteMapSource> source);
    /// The leaves of the source's tree that a filter keeps, the others are muted; null: all. Gone with the source.
    void setKept(std::shared_ptr<const TensorSet> kept);
    /// What stands where there are no strips.
    void setEmptyText(const QString& sentence);
    /// Outlines the tensors of a leaf, or underlines those of a group. `tree` null: the source's own.
    void setCurrentNode(std::optional<NameTree::NodeId> node, const NameTree* tree = nullptr);

    /// Underlines all tensors of several nodes, in addition to the current one.
    void setChosen(std::span<const NameTree::NodeId> nodes, const NameTree& tree);

    /// Outlines what lies at a byte of a file of a checkpoint, in place of the current node.
    void setCurrentByte(int side, std::uint32_t file, std::uint64_t offset);

    const ByteMapLayout& layoutOfBytes() const { return m_content.layout(); }
    int count() const { return m_content.count(); }
    /// What a column of a strip stands for; null if there is nothing.
    const Region* regionAt(int strip, int column);
    /// Where a strip is drawn, in viewport coordinates.
    QRect stripRect(int strip) const;
    /// What is under the pointer, or else what is current; plain text.
    QString currentText() const;
    /// The same, with the tensor that it names.
    const NamedSentence& currentSentence() const { return m_sentence; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A tensor's bytes were clicked, or reached by the arrow keys.
    void leafClicked(loupe::NameTree::NodeId leaf);
    /// Bytes that belong to no tensor: the number of their file in its checkpoint.
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
    /// To the first strip that has regions, from `strip` on in steps.
    void moveToFile(int strip, int step = 1);
    void updateText();

    ByteMapContent m_content;
    ByteMapMarks m_marks;
    ByteMapContent::SideTensorSets m_group; ///< the tensors of the current group, or of all chosen nodes
    QString m_emptyText;
    QPoint m_pressed;
    int m_draggedTo = 0;
    bool m_dragging = false;
    NamedSentence m_sentence; ///< says what currentText() returns
};

} // namespace loupe
