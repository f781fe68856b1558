#pragma once

#include <QWidget>

namespace loupe {

/// A frame over a widget, with a text that says what dropping the dragged files would do. Takes no input.
class DropHint : public QWidget {
    Q_OBJECT

public:
    /// Covers all of `covered`, which owns it. Initially hidden.
    explicit DropHint(QWidget& covered);

    void showText(const QString& text);
    QString text() const { return m_text; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace loupe
