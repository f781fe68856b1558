#pragma once

#include <QScrollArea>

namespace loupe {

/// Shows a page that is scrolled up and down where there is too little height for it, and never sideways: the area is
/// at least as wide as the page needs. It asks for the height at which nothing has to be scrolled. The wheel scrolls
/// the page, and changes a number or a choice only where that has the focus.
class TallArea : public QScrollArea {
    Q_OBJECT

public:
    /// `page` gets all the height there is, and never less than it needs.
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
