#pragma once

#include <QAbstractButton>

namespace loupe {

/// A name that leads somewhere: plain text in the accent color, shortened by whole parts as
/// elidedPath() does, underlined under the pointer.
class LinkButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit LinkButton(const QString& name, QWidget* parent = nullptr);

    void setName(const QString& name);
    const QString& name() const { return m_name; }
    /// What stands for the name where that has no room, until the next name.
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
    QString m_shortName; ///< empty: as elidedPath() makes it
};

} // namespace loupe
