#pragma once

#include "items/values/value_pages.h"
#include "views/values/values_panel.h"

#include <memory>
#include <optional>

namespace loupe {

/// The values of the selected tensor, of any size, as a table. Reads only what is shown, and only while the view is
/// visible.
class ValuesView : public ValuesPanel {
    Q_OBJECT

public:
    explicit ValuesView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Starts work when the view is shown and stops it when the view is hidden.
    void setActive(bool active);
    /// Moves to an element of the tensor, in any slice.
    void goTo(std::uint64_t element);
    void findNonfinite(SearchDirection direction);

    /// True while values are fetched or searched.
    bool isBusy() const;
    bool isSearching() const { return m_search.isRunning(); }
    void stop();

    ValuesArea& area() { return *m_area; }

signals:
    void busyChanged();

private:
    void connectControls();
    void connectJobs();
    void showTensor();
    void showSlice();
    void showMessage(const QString& sentence);
    void updateReadout();
    void forgetOrigin();
    void askForOrigin(std::optional<std::uint64_t> element);
    void updateControls();
    std::optional<std::uint64_t> currentElement() const;
    SlicedTensor sliced() const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    Slice m_slice;
    bool m_active = false;
    std::optional<SliceWindow> m_waiting; ///< requested while the view was hidden
    ValuePages m_pages;
    ValueSearch m_search;
    JobRunner m_originJob;
    std::optional<std::uint64_t> m_originOf; ///< the element requested last
    ValuesArea* m_area;
};

} // namespace loupe
