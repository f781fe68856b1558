#pragma once

#include <QFrame>
#include <QString>
#include <QStringList>

#include <memory>

namespace loupe {

class NamePatterns;

/// One line of plain text that gives up its middle, or its end, where there is not enough room; the whole is in the
/// tooltip. An end goes by whole parts, as in "8 tensors · 202 bins".
/// Read out as its own name, or as a description where its owner gave it an accessible name.
class ElidedLabel : public QFrame {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);

    void setText(const QString& text);
    QString text() const { return m_text; }
    /// Draws in the theme's muted text color.
    void setMuted(bool muted);
    void setAlignment(Qt::Alignment alignment);
    void setElideMode(Qt::TextElideMode mode);
    /// Gives up whole parts at the end first, such as those after " · ", then the end of the only one that is left.
    void setPartsElided();
    /// Gives up whole parts of a name, as elidedPath() does, with the list of setNames().
    void setPathElided();
    /// Is no wider than what others next to it leave, but has room for a block and a role.
    void giveWayToOthers();
    /// Names of tensors in the text, in their order: they are shortened, as elidedPath() does, before the rest is.
    /// `list`: what distinguishes them from others, where that is known.
    void setNames(const QStringList& names, std::shared_ptr<const NamePatterns> list = {});
    /// Stands for the text where that has no room with short names either; names the same tensors.
    void setBrief(const QString& text);

    /// What is drawn where there is so much room.
    QString elidedTo(int width) const;
    /// In pixels: what the text takes with names as short as they may become. 0 without names.
    int leastTextWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void keepRoom();

    QString m_text;
    QString m_shown; ///< what of it is laid out
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
    Qt::TextElideMode m_elideMode = Qt::ElideMiddle;
    QStringList m_names;
    std::shared_ptr<const NamePatterns> m_list;
    QString m_brief;
    bool m_muted = false;
    bool m_elidesParts = false;
    bool m_elidesPath = false;
    bool m_givesWay = false;
};

} // namespace loupe
