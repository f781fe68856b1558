#pragma once

#include <QAbstractButton>

namespace loupe {

/// A link with a name: plain text in the accent color, shortened by whole parts as elidedPath() does, underlined under
/// the pointer.
class LinkButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit LinkButton(const QString& name, QWidget* parent = nullptr);

    void setName(const QString& name);
    const QString& name() const { return m_name; }
    /// Replaces the name if it does not fit. Reset by setName().
    void setShortName(const QString& name);
    const QString& shortName() const { return m_shortName; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_name;
    QString m_shortName; ///< empty: shortened by elidedPath()
};

} // namespace loupe
