#pragma once

#include <QLineEdit>
#include <QTimer>

class QAction;

namespace loupe {

/// The field for the filter language. Says what is wrong with a filter without taking what was typed.
class FilterEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterEdit(QWidget* parent = nullptr);

    /// Why the text makes no sense. Gone with the next change.
    void setError(const QString& message);
    void clearError();
    bool hasError() const { return !m_error.isEmpty(); }
    QString error() const { return m_error; }

    /// What words there are; else those about tensors.
    void setHelp(const QString& help);

    QSize sizeHint() const override;

signals:
    /// The text, when typing has paused, Return was pressed, or it was set or cleared. Told once per text.
    void filterChanged(const QString& text);
    /// Esc, Return or Down: the focus should go to what was filtered. Esc has cleared the text before.
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void reportFilter();
    void updateColors();
    void updateHint();
    QRect messageRect() const;

    QTimer m_pause;
    QString m_reported;
    QString m_error;
    QString m_help;
    QAction* m_icon;
};

} // namespace loupe
