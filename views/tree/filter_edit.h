#pragma once

#include <QLineEdit>
#include <QTimer>

class QAction;
class QLabel;

namespace loupe {

class FilterMenu;
class FilterPopup;
class FilterWords;

/// The field for the filter language. Says what is wrong with a filter without taking what was typed, and lists how a
/// word may go on. The list leaves Return and Down alone until Ctrl+Space asks to choose from it; Tab inserts its
/// first word, Esc puts it away.
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

    /// Which words the text may go on with: a list of them is shown while one types. The field does not own it; null:
    /// none.
    void setWords(FilterWords* words);
    /// Offers the filters that were saved, and to save this one.
    void offerSaved();

    QSize sizeHint() const override;

signals:
    /// The text, when typing has paused, Return was pressed, or it was set or cleared. Told once per text.
    void filterChanged(const QString& text);
    /// Esc without a list, Return or Down: the focus should go to what was filtered. Esc has cleared the text before.
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
    bool isListed() const; ///< the list is shown
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
    FilterPopup* m_popup = nullptr; ///< once it was needed
    FilterMenu* m_menu = nullptr;
    QLabel* m_wholeError = nullptr; ///< once it was needed
    bool m_choosing = false; ///< arrow keys and Return are for the list
    bool m_typing = false; ///< the list follows what is typed
};

} // namespace loupe
