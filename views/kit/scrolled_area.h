#pragma once

#include <QAbstractScrollArea>

#include <cstdint>

namespace loupe {

/// A table in the font of numbers that takes the keys that copy and select, and of which a scroll bar's position is
/// not the place: there may be more rows than it has positions.
class ScrolledArea : public QAbstractScrollArea {
    Q_OBJECT

protected:
    /// `name` for assistive technology. To be followed by setFont(monospaceFont()), which calls relayout().
    explicit ScrolledArea(const QString& name, QWidget* parent);

    /// Size or font is another.
    virtual void relayout() = 0;
    /// How far a scroll bar's action goes, of which a page goes `page`; 0 of a dragged slider, which says where it is.
    static std::int64_t distanceOf(int action, std::int64_t page);

    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    static constexpr int eighthsPerRow = 40; ///< of degrees: a wheel's notch of 15 degrees is three rows
};

} // namespace loupe
