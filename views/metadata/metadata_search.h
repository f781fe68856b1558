#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace loupe {

/// The search field above a tree. Shows the number of matches and moves between them.
class MetadataSearch : public QWidget {
    Q_OBJECT

public:
    explicit MetadataSearch(QWidget* parent = nullptr);

    QString text() const;
    void clear();
    /// Focuses the field and selects its text.
    void focus();
    /// `current` counts from 1; 0 if none is.
    void setMatches(std::size_t current, std::size_t count);
    void setSearching();

signals:
    void textChanged(const QString& text);
    void nextWanted();
    void previousWanted();
    /// The focus should go to the tree.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit* m_field;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
};

} // namespace loupe
