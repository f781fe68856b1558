#pragma once

#include "items/value_pages.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace loupe {

class ElidedLabel;
class SliceBar;
class ValuesArea;

/// The values of the selected tensor as a table, of whatever size. Reads only what is shown, and only while it is on
/// the screen.
class ValuesView : public QWidget {
    Q_OBJECT

public:
    explicit ValuesView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Shown or not: work is begun and stopped accordingly.
    void setActive(bool active);
    /// Moves to an element of the tensor, on whichever slice it is.
    void goTo(std::uint64_t element);
    void findNonfinite(SearchDirection direction);

    /// True while values are fetched or searched.
    bool busy() const;
    bool isSearching() const { return m_search.isRunning(); }
    void stop();

    ValuesArea& area() { return *m_area; }
    SliceBar& sliceBar() { return *m_sliceBar; }
    /// What stands beneath the table.
    QString readout() const;

signals:
    void busyChanged();

private:
    void makeControls();
    void makeLayout();
    void connectJobs();
    void showTensor();
    void showSlice();
    void showMessage(const QString& sentence);
    void goToTyped();
    void updateReadout();
    void updateControls();
    void updateNotation(DType dtype);
    void copy();
    std::optional<std::uint64_t> currentElement() const;
    SlicedTensor sliced() const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    Slice m_slice;
    Notation m_notation = Notation::Decimal; ///< chosen; whole numbers may not have it
    bool m_active = false;
    std::optional<SliceWindow> m_waiting; ///< asked for while not shown
    ValuePages m_pages;
    ValueSearch m_search;
    ElidedLabel* m_title;
    QComboBox* m_notationBox;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLineEdit* m_goTo;
    SliceBar* m_sliceBar;
    ValuesArea* m_area;
    ElidedLabel* m_readout;
    QToolButton* m_stop; ///< only there while it searches
};

} // namespace loupe
