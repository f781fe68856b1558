#include "views/kit/plain_edit.h"

#include <QMimeData>
#include <QTextDocumentFragment>

namespace loupe {

QMimeData* PlainEdit::createMimeDataFromSelection() const
{
    auto* const copied = new QMimeData;
    copied->setText(textCursor().selection().toPlainText());
    return copied;
}

} // namespace loupe
