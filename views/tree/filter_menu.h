#pragma once

#include <QMenu>

namespace loupe {

/// The filters that people saved, to choose from, to add the current one to, and to delete. Filled when it is opened.
class FilterMenu : public QMenu {
    Q_OBJECT

public:
    explicit FilterMenu(QWidget* parent = nullptr);

    /// What may be saved now; empty: nothing.
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
