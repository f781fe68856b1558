#pragma once

#include <QFrame>
#include <QString>
#include <QStringList>

#include <memory>

namespace loupe {

class NamePatterns;

/// One line of plain text, elided in the middle or at the end if there is too little room; the tooltip has the full
/// text. Text at the end is removed by whole parts, as in "8 tensors · 202 bins". For assistive technology, the text is
/// the label's name, or its description if the owner sets an accessible name.
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
    /// Removes whole parts at the end first, such as those after " · ", then elides the end of the last one.
    void setPartsElided();
    /// Shortens the text as a name, as elidedPath() does, with the list of setNames().
    void setPathElided();
    /// Takes only the width that its neighbors leave, but at least room for a block and a role.
    void giveWayToOthers();
    /// Tensor names in the text, in order of appearance. They are shortened, as elidedPath() does, before the rest.
    /// `list`: the names to be distinguished from, if known.
    void setNames(const QStringList& names, std::shared_ptr<const NamePatterns> list = {});
    /// Replaces the text if it does not fit even with short names; must name the same tensors.
    void setBrief(const QString& text);

    /// The text as drawn at this width, in pixels.
    QString elidedTo(int width) const;
    /// The width of the text with names as short as possible, in pixels. 0 without names.
    int leastTextWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void keepRoom();

    QString m_text;
    QString m_shown; ///< the part of m_text that is laid out
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
