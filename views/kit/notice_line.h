#pragma once

#include <QFrame>

class QPushButton;

namespace loupe {

class NoticeBar;
class NoticeRow;

/// The newest notice of a NoticeBar in one line of constant height. If there are more, a button shows the bar as an
/// overlay above the line, so that nothing moves.
class NoticeLine : public QFrame {
    Q_OBJECT

public:
    /// From now on `bar` is shown on demand, as an overlay in the window of this line.
    explicit NoticeLine(NoticeBar& bar, QWidget* parent = nullptr);

    bool hasNotice() const { return m_row != nullptr; }
    bool isExpanded() const;
    void setExpanded(bool expanded);

    /// The minimum width that leaves some words of the notice readable.
    int shortestWidth() const;
    QSize minimumSizeHint() const override;

signals:
    /// The notice has changed or disappeared.
    void noticeChanged();

protected:
    /// Installed on the application while the bar is shown.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showNewest();
    void placeBar();

    NoticeBar& m_bar;
    NoticeRow* m_row = nullptr;
    QPushButton* m_more;
};

} // namespace loupe
