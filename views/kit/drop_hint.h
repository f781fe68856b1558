#pragma once

#include <QWidget>

namespace loupe {

/// A frame over a widget while files are dragged over it, that says what a drop would do. Takes no input.
class DropHint : public QWidget {
    Q_OBJECT

public:
    /// Covers all of `covered`, which owns it. Hidden at first.
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
