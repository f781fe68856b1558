#pragma once

#include <QPlainTextEdit>

namespace loupe {

/// A text field whose text is copied and dragged as plain text alone, not as markup as well.
class PlainEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    QMimeData* createMimeDataFromSelection() const override;
};

} // namespace loupe
