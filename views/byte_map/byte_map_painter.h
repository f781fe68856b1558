#pragma once

#include "views/byte_map/byte_map_content.h"

#include <QRect>

#include <optional>
#include <vector>

class QPainter;

namespace loupe {

struct Theme;

/// What stands out in a byte map.
struct ByteMapMarks {
    std::vector<ByteMapPlace> current; ///< at most one of each side; the arrow keys start at the first
    std::optional<ByteMapPlace> hover;
    std::vector<std::vector<ByteRange>> group; ///< by strip: bytes of the current group's tensors, sorted and merged
};

/// Draws the strips of a byte map. Looks at no more regions than there are columns of pixels.
class ByteMapPainter {
public:
    /// `visible`: the viewport, which is `scrolled` down. All must outlive this.
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
