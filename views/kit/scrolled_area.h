#pragma once

#include <QAbstractScrollArea>

#include <cstdint>

namespace loupe {

/// A table in the monospace font that handles the copy and select shortcuts. Scroll bars do not map directly to rows,
/// because there may be more rows than an int can count.
class ScrolledArea : public QAbstractScrollArea {
    Q_OBJECT

protected:
    /// `name` is for assistive technology. Call setFont(monospaceFont()) afterward, which calls relayout().
    explicit ScrolledArea(const QString& name, QWidget* parent);

    /// The size or font has changed.
    virtual void relayout() = 0;
    /// The distance of a scroll bar action, if a page step is `page`. 0 for a dragged slider, which sets an absolute
    /// position.
    static std::int64_t distanceOf(int action, std::int64_t page);

    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    static constexpr int eighthsPerRow = 40; ///< eighths of a degree; a wheel notch of 15 degrees is three rows
};

} // namespace loupe
