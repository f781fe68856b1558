#pragma once

#include "items/tree/filter_words.h"

#include <QFrame>

class QLabel;
class QListWidget;

namespace loupe {

/// The list beneath the filter field of how its word may go on. It takes neither the focus nor keys: the field does.
class FilterPopup : public QFrame {
    Q_OBJECT

public:
    /// Drawn within `window`, over all else.
    explicit FilterPopup(QWidget& window);

    /// Shows the choices, the first one marked, their upper left at `corner`, in coordinates of the window.
    /// Hides where there is none.
    void showChoices(const FilterWords::Completion& completion, QPoint corner);
    /// Marks another one, this many rows further.
    void mark(int rows);
    /// The text of the marked one.
    QString current() const;
    int count() const;
    int rowsOfPage() const;
    /// Whether keys choose: what the last line says depends on it.
    void setChoosing(bool choosing);

signals:
    /// A choice was clicked.
    void clicked(const QString& text);

private:
    void fit(QPoint corner);

    QListWidget* m_list;
    QLabel* m_hint;
};

} // namespace loupe
