#include "views/kit/selectable_label.h"

#include "views/kit/icons.h"

#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

namespace loupe {

SelectableLabel::SelectableLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void SelectableLabel::copyTo(QClipboard::Mode mode) const
{
    if (hasSelectedText())
        QGuiApplication::clipboard()->setText(selectedText().replace(QChar::ParagraphSeparator, u'\n'), mode);
}

void SelectableLabel::contextMenuEvent(QContextMenuEvent* event)
{
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(Icon::Copy), tr("&Copy"), this, [this] { copyTo(QClipboard::Clipboard); })
        ->setEnabled(hasSelectedText());
    menu->addAction(tr("Select &all"), this, [this] { setSelection(0, int(text().size())); });
    menu->popup(event->globalPos());
}

void SelectableLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyTo(QClipboard::Clipboard);
    else
        QLabel::keyPressEvent(event);
}

void SelectableLabel::mousePressEvent(QMouseEvent* event)
{
    // A press on the selection would drag it as rich text.
    if (event->button() == Qt::LeftButton && !event->modifiers().testFlag(Qt::ShiftModifier))
        setSelection(0, 0);
    QLabel::mousePressEvent(event);
}

void SelectableLabel::mouseReleaseEvent(QMouseEvent* event)
{
    QLabel::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && QGuiApplication::clipboard()->supportsSelection())
        copyTo(QClipboard::Selection);
}

} // namespace loupe
