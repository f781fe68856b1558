#pragma once

#include <QPlainTextEdit>

namespace loupe {

/// A text field whose text is copied and dragged only as plain text, not as rich text.
class PlainEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    QMimeData* createMimeDataFromSelection() const override;
};

} // namespace loupe
