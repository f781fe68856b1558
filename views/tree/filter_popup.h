#pragma once

#include "items/tree/filter_words.h"

#include <QFrame>

class QLabel;
class QListWidget;

namespace loupe {

/// The list of completions below the filter field. It takes neither the focus nor keys; the field keeps them.
class FilterPopup : public QFrame {
    Q_OBJECT

public:
    /// A child of `window`, on top of its other widgets.
    explicit FilterPopup(QWidget& window);

    /// Shows the choices with the first one marked. `corner`: the top left corner, in window coordinates. Hides if
    /// there are none.
    void showChoices(const FilterWords::Completion& completion, QPoint corner);
    /// Moves the mark by this many rows.
    void mark(int rows);
    /// The text of the marked choice.
    QString current() const;
    int count() const;
    int rowsOfPage() const;
    /// Says if keys choose from the list; determines the hint in the last line.
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
