#pragma once

#include "views/byte_map/byte_map_cells.h"
#include "views/byte_map/byte_map_source.h"

#include <QAbstractScrollArea>

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace loupe {

/// The strips of a byte map, one per file, in one scale. The wheel zooms around the pointer, dragging pans, a double
/// click shows all again; arrow keys go from region to region and from file to file, + and - zoom, 0 shows all.
class ByteMapStrips : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ByteMapStrips(QWidget* parent = nullptr);

    /// Null: nothing is open. Forgets zoom and current node.
    void setSource(std::shared_ptr<const ByteMapSource> source);
    /// Another source of the same strips, or the same one that ranks and colors its tensors anew.
    void recolor(std::shared_ptr<const ByteMapSource> source);
    /// What stands where there are no strips.
    void setEmptyText(const QString& sentence);
    /// Outlines the tensors of a leaf, or underlines those of a group.
    void setCurrentNode(std::optional<NameTree::NodeId> node);

    const ByteMapLayout& layoutOfBytes() const { return m_layout; }
    int count() const { return int(m_files.size()); }
    /// What a column of a strip stands for; null where there is nothing.
    const Region* regionAt(int strip, int column);
    /// Where a strip is drawn, in viewport coordinates.
    QRect stripRect(int strip) const;
    /// What is under the pointer, or else what is current; plain text.
    QString currentText() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A tensor's bytes were clicked, or reached by the arrow keys.
    void leafClicked(loupe::NameTree::NodeId leaf);
    /// Bytes that belong to no tensor: the number of their file in its checkpoint.
    void regionClicked(std::uint32_t file, std::uint64_t offset);
    void textChanged(const QString& text);

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
    struct Place {
        int strip = 0;
        std::uint32_t region = 0;
        bool operator==(const Place&) const = default;
    };

    const ByteMapSource::Strip& stripAt(int strip) const { return m_source->strips()[std::size_t(strip)]; }
    const std::vector<ByteMapCell>& cells(int strip);
    const Region& regionOf(Place place) const { return m_files[std::size_t(place.strip)].regions()[place.region]; }
    /// All bytes of the tensor that a place belongs to, or just the region's.
    ByteRange extentOf(Place place) const;
    std::optional<Place> placeAt(QPoint position);
    void relayout();
    void viewChanged();
    /// Where the tensor is drawn; keeps what is current where that is a part of it already.
    std::optional<Place> placeOf(ByteMapSource::SideTensor tensor) const;
    void setHover(std::optional<Place> place);
    void choose(Place place);
    void reveal();
    void moveBy(int regions);
    /// To the first strip that has regions, from `strip` on in steps.
    void moveToFile(int strip, int step = 1);
    void findGroupRanges(NameTree::NodeId group);
    void addGroupRanges(int side, const std::vector<bool>& wanted);
    int stripHeight() const;
    int rowHeight() const;
    int gutterWidth() const;
    void updateText();
    void paintStrip(QPainter& painter, int strip);
    void paintCurrent(QPainter& painter, Place place) const;
    void paintGroup(QPainter& painter, int strip) const;
    void paintViewMark(QPainter& painter) const;

    std::shared_ptr<const ByteMapSource> m_source;
    QString m_emptyText;
    QString m_longestLabel; ///< of the strips
    std::vector<ByteMapFile> m_files;
    ByteMapLayout m_layout;
    std::unordered_map<int, std::vector<ByteMapCell>> m_cells; ///< of strips drawn since the view last changed
    std::vector<Place> m_current; ///< of each side at most one; the arrow keys go from the first
    std::optional<Place> m_hover;
    std::vector<std::vector<ByteRange>> m_group; ///< by strip: bytes of the current group's tensors, sorted and merged
    QPoint m_pressed;
    int m_draggedTo = 0;
    bool m_dragging = false;
    QString m_text;
};

} // namespace loupe
