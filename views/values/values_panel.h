#pragma once

#include "analysis/statistics/nearest_search.h"
#include "items/values/value_text.h"

#include <QWidget>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace loupe {

class ElidedLabel;
class NamePatterns;
class SliceBar;
class ValuesArea;

/// The controls around a table of values: title, notation, search, index and slice above it, and the readout of the
/// current cell below it.
class ValuesPanel : public QWidget {
    Q_OBJECT

public:
    /// The texts of the search buttons.
    struct Search {
        QString what; ///< what to search for; shown between the buttons' arrows
        QString previous; ///< tooltips
        QString next;
    };

    /// `leading`: a control placed before all others; may be null.
    explicit ValuesPanel(const Search& search, QWidget* leading = nullptr, QWidget* parent = nullptr);

    /// Places the table, and adds Copy to its context menu. Call once.
    void setTable(ValuesArea* area);

    SliceBar& sliceBar() const { return *m_sliceBar; }
    /// The text below the table.
    QString readout() const;
    void setReadout(const QString& text);
    /// The number of lines below the readout that explain how the value is composed: at most two.
    void offerOrigin(int lines);
    void setOrigin(const QStringList& lines);
    QStringList origin() const;
    /// The title takes no room until this is called.
    void setTitle(const QString& text);
    /// Used to shorten tensor names in the title; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    QString title() const;
    /// A line between the slice bar and the table; hidden if empty.
    void setNote(const QString& text);
    QString note() const;

    /// `shown`: there are values. `searchable`: they can be searched.
    void setUsable(bool shown, bool searchable);
    /// Integers have no scientific notation: `offered` is false for them. The user's choice is restored when it is
    /// offered again.
    void offerExponents(bool offered);
    Notation notation() const;
    void setSearching(bool searching);
    /// Shows or hides the button that restarts reading after a stop or failure.
    void offerCompute(bool offered);
    /// Clears a typed index that is not valid for the slice bar's shape.
    void forgetForeignIndex();

signals:
    void notationChanged();
    /// The user chose another slice of the same shape.
    void sliceChanged();
    void elementTyped(quint64 element);
    void searchWanted(loupe::SearchDirection direction);
    void stopWanted();
    void computeWanted();

private:
    void makeControls(const Search& search);
    void makeLayout();
    std::vector<QWidget*> barControls() const;
    void takeTyped();

    Notation m_chosen = Notation::Decimal;
    QWidget* m_leading; ///< may be null
    ElidedLabel* m_title;
    ElidedLabel* m_note;
    QToolButton* m_compute; ///< visible only after a stop or a failure
    QComboBox* m_notationBox;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLineEdit* m_goTo;
    SliceBar* m_sliceBar;
    ElidedLabel* m_readout;
    std::array<ElidedLabel*, 2> m_origin; ///< one line each
    QToolButton* m_stop; ///< visible only during a search
};

} // namespace loupe
