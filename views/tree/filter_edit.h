#pragma once

#include <QLineEdit>
#include <QTimer>

class QAction;
class QLabel;

namespace loupe {

class FilterMenu;
class FilterPopup;
class FilterWords;

/// The input field for filters. Shows errors without changing the typed text, and lists completions of a word. Return
/// and Down do not choose from the list until the user presses Ctrl+Space. Tab inserts the first completion, and Esc
/// closes the list.
class FilterEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterEdit(QWidget* parent = nullptr);

    /// Shows why the text is not a valid filter. Cleared by the next change.
    void setError(const QString& message);
    void clearError();
    bool hasError() const { return !m_error.isEmpty(); }
    QString error() const { return m_error; }

    /// Describes the filter words. By default, those about tensors are described.
    void setHelp(const QString& help);

    /// Provides the completions listed while the user types. The field does not own it. Null: none.
    void setWords(FilterWords* words);
    /// Offers to choose a saved filter, and to save this one.
    void offerSaved();

    QSize sizeHint() const override;

signals:
    /// The text has changed. Emitted when typing pauses, when Return is pressed, or when the text is set or cleared;
    /// once per text.
    void filterChanged(const QString& text);
    /// Esc without an open list, Return or Down was pressed: the focus should go to the filtered view. Esc has already
    /// cleared the text.
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void reportFilter();
    bool awaitsValue() const;
    void leave();
    bool isListed() const; ///< true while the list is shown
    void listWords();
    void hideWords();
    void takeWord(const QString& word);
    void markWord(int rows);
    void describeWords();
    bool chooseByKey(const QKeyEvent& event);
    void openMenu();
    void updateColors();
    void updateHint();
    QRect messageRect() const;
    void showWholeError();

    QTimer m_pause;
    QString m_reported;
    QString m_error;
    QString m_help;
    QAction* m_icon;
    FilterWords* m_words = nullptr;
    FilterPopup* m_popup = nullptr; ///< created on demand
    FilterMenu* m_menu = nullptr;
    QLabel* m_wholeError = nullptr; ///< created on demand
    bool m_choosing = false; ///< arrow keys and Return go to the list
    bool m_typing = false; ///< the list follows the typed text
};

} // namespace loupe
