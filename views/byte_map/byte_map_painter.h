#pragma once

#include "views/byte_map/byte_map_content.h"

#include <QRect>

#include <optional>
#include <vector>

class QPainter;

namespace loupe {

struct Theme;

/// The highlights of a byte map.
struct ByteMapMarks {
    std::vector<ByteMapPlace> current; ///< at most one per side; the arrow keys start at the first
    std::optional<ByteMapPlace> hover;
    std::vector<std::vector<ByteRange>> group; ///< by strip: bytes of the current group's tensors, sorted and merged
};

/// Draws the strips of a byte map. Visits at most one region per pixel column.
class ByteMapPainter {
public:
    /// `visible`: the viewport, scrolled down by `scrolled` pixels. All arguments must outlive this.
    ByteMapPainter(QPainter& painter, ByteMapContent& content, const ByteMapMarks& marks, const Theme& theme,
        QRect visible, int scrolled);

    void paint(bool hasFocus);

private:
    void paintStrip(int strip);
    void paintTensor(const QRect& area, ByteMapSource::SideTensor tensor);
    void paintGroup(int strip);
    void paintCurrent(ByteMapPlace place, bool hasFocus);
    void paintViewMark();

    QPainter& m_painter;
    ByteMapContent& m_content;
    const ByteMapMarks& m_marks;
    const Theme& m_theme;
    QRect m_visible;
    int m_scrolled;
};

} // namespace loupe
