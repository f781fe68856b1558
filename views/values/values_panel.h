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

/// What stands around a table of values: above it its title, notation, search, index and slice, beneath it what is
/// under the pointer or the cursor.
class ValuesPanel : public QWidget {
    Q_OBJECT

public:
    /// What can be searched for, as the window says it.
    struct Search {
        QString what; ///< on the buttons, between arrows
        QString previous; ///< tooltips
        QString next;
    };

    /// `leading`: a control before all others.
    explicit ValuesPanel(const Search& search, QWidget* leading = nullptr, QWidget* parent = nullptr);

    /// Between both; once. Copies with its context menu.
    void setTable(ValuesArea* area);

    SliceBar& sliceBar() const { return *m_sliceBar; }
    /// What stands beneath the table.
    QString readout() const;
    void setReadout(const QString& text);
    /// How many lines there are below the readout for what the value is made of: at most two.
    void offerOrigin(int lines);
    void setOrigin(const QStringList& lines);
    QStringList origin() const;
    /// Has no room before it is first called.
    void setTitle(const QString& text);
    /// Used to shorten tensor names in the title; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    QString title() const;
    /// A line between the slice and the table; none if it is empty.
    void setNote(const QString& text);
    QString note() const;

    /// `shown`: there are values; `searchable`: something can be searched for among them.
    void setUsable(bool shown, bool searchable);
    /// Whole numbers have no scientific notation: what was chosen comes back with the next values that do.
    void offerExponents(bool offered);
    Notation notation() const;
    void setSearching(bool searching);
    /// Reading was stopped or has failed: there is a button that begins it again.
    void offerCompute(bool offered);
    /// A typed index stays where it is one of the slice bar's shape.
    void forgetForeignIndex();

signals:
    void notationChanged();
    /// Another slice of the same shape.
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
    QWidget* m_leading; ///< or null
    ElidedLabel* m_title;
    ElidedLabel* m_note;
    QToolButton* m_compute; ///< only there after a stop or a failure
    QComboBox* m_notationBox;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLineEdit* m_goTo;
    SliceBar* m_sliceBar;
    ElidedLabel* m_readout;
    std::array<ElidedLabel*, 2> m_origin; ///< a line each
    QToolButton* m_stop; ///< only there while it searches
};

} // namespace loupe
