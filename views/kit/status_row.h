#pragma once

#include <QObject>

#include <vector>

class QLabel;
class QStatusBar;

namespace loupe {

class ElidedLabel;
class NoticeBar;
class NoticeLine;

/// What the status bar of a window shows, in a line of constant height: at the left a path or, while there are some,
/// the window's newest notice, so that none of them moves the views; at the right figures. Where there is no room for
/// all, the path or the notice is shortened first; then some figures give way.
class StatusRow : public QObject {
    Q_OBJECT

public:
    /// Fills the bar, which owns what it shows.
    StatusRow(QStatusBar& bar, NoticeBar& notices);

    void setPath(const QString& path);
    enum class Room : std::uint8_t { Kept, GivesWay, GivesWayLast };
    /// To the right of those that are there.
    QLabel* addFigure(const QString& accessibleName, Room room);
    /// Empty: takes no room. `shortText`: what is shown of it where a notice has not all the room that it wants; empty:
    /// all. One with a short text goes last of all where a notice has no room next to it.
    void setFigure(QLabel* figure, const QString& text, const QString& toolTip = {}, const QString& shortText = {});

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Figure {
        QLabel* label;
        Room room;
        QString text = {};
        QString shortText = {}; ///< empty: none
    };

    void fit();

    QStatusBar& m_bar;
    NoticeLine* m_notice;
    ElidedLabel* m_path;
    std::vector<Figure> m_figures;
};

} // namespace loupe
