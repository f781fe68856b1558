#pragma once

#include <QScrollArea>

namespace loupe {

/// A scroll area for a page that scrolls only vertically: the area is at least as wide as the page needs. Its size hint
/// is the height that needs no scrolling. The wheel scrolls the page; it changes a spin box or combo box only if that
/// has the focus.
class TallArea : public QScrollArea {
    Q_OBJECT

public:
    /// `page` gets the full height, and at least what it needs.
    explicit TallArea(QWidget* page, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watch(QWidget& part);
};

} // namespace loupe
