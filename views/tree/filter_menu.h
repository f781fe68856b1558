#pragma once

#include <QMenu>

namespace loupe {

/// A menu of saved filters: choose one, save the current one, or delete one. Filled when it is opened.
class FilterMenu : public QMenu {
    Q_OBJECT

public:
    explicit FilterMenu(QWidget* parent = nullptr);

    /// The filter that can be saved; empty: none.
    void setCurrent(const QString& filter) { m_current = filter; }
    /// Asks for a name for the current filter.
    void askForName();

signals:
    void chosen(const QString& filter);

private:
    void fill();

    QString m_current;
};

} // namespace loupe
