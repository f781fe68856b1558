#pragma once

#include "views/colors/color_map.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace loupe {

/// The key of a color map: a bar with round numbers next to it, and swatches for NaN, infinities and values outside the
/// range if there are any.
class ColorScale : public QWidget {
    Q_OBJECT

public:
    explicit ColorScale(QWidget* parent = nullptr);

    /// Empty: no bar, but it keeps its room.
    void setRange(std::optional<ColorRange> range);
    std::optional<ColorRange> range() const { return m_range; }
    void setSpecials(bool nan, bool infinity);
    /// The number of elements outside the range.
    void setOffScale(const OffScale& elements);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Swatch {
        QColor color;
        QString text;
    };
    std::vector<Swatch> swatches() const;
    QString amount(std::uint64_t counted) const;
    void describe();
    void paintBar(QPainter& painter, const QRect& bar);

    std::optional<ColorRange> m_range;
    bool m_nan = false;
    bool m_infinity = false;
    OffScale m_offScale;
};

} // namespace loupe
