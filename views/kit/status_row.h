#pragma once

#include <QObject>

#include <vector>

class QLabel;
class QStatusBar;

namespace loupe {

class ElidedLabel;
class NoticeBar;
class NoticeLine;

/// The content of a status bar, in a line of constant height, so that notices do not move the views. On the left: a
/// path, or the window's newest notice. On the right: figures. If room is short, the path or notice is shortened first;
/// then some figures are hidden.
class StatusRow : public QObject {
    Q_OBJECT

public:
    /// Fills the bar, which owns the widgets.
    StatusRow(QStatusBar& bar, NoticeBar& notices);

    void setPath(const QString& path);
    enum class Room : std::uint8_t { Kept, GivesWay, GivesWayLast };
    /// Adds a figure to the right of the others.
    QLabel* addFigure(const QString& accessibleName, Room room);
    /// An empty `text` takes no room. `shortText`: shown instead if a notice lacks room; empty: `text` is always shown.
    /// A figure with a short text is hidden last.
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
