#pragma once

#include <QFrame>

class QPushButton;

namespace loupe {

class NoticeBar;
class NoticeRow;

/// The newest notice of a NoticeBar in one line of constant height. Where there are more, a button shows the bar above
/// the line, over what is there: nothing moves.
class NoticeLine : public QFrame {
    Q_OBJECT

public:
    /// `bar` is shown on demand from now on, over the window of this line.
    explicit NoticeLine(NoticeBar& bar, QWidget* parent = nullptr);

    bool hasNotice() const { return m_row != nullptr; }
    bool isExpanded() const;
    void setExpanded(bool expanded);

    /// The least width that leaves some words of the notice.
    int shortestWidth() const;
    QSize minimumSizeHint() const override;

signals:
    /// There is another notice, or none.
    void noticeChanged();

protected:
    /// While the bar is shown: of the application.
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
