#pragma once

#include "core/checkpoint.h"

#include <QTableView>

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

class FindingsModel;

/// The findings about a checkpoint, one per row. Brief: the worst few, in a few lines each. Full: as high as its rows,
/// up to a dozen. A finding about several tensors expands by its arrow, by Right and Left, or when it is activated.
class FindingsTable : public QTableView {
    Q_OBJECT

public:
    explicit FindingsTable(QWidget* parent = nullptr);

    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Shows these findings instead of the checkpoint's own.
    void setFindings(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const Findings> findings);
    const FindingsModel& findings() const { return *m_model; }

    /// Otherwise full: all rows, with their whole sentences.
    void setBrief(bool brief);
    bool isBrief() const { return m_isBrief; }
    /// True if the brief form leaves something out.
    bool hasMore() const { return m_hasMore; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

signals:
    /// Emitted for a finding that has no place in the file.
    void tensorChosen(std::uint32_t tensor);
    /// The byte that a finding is about, and its tensor, if any. Emitted instead of tensorChosen().
    void placeChosen(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);
    /// isBrief() or hasMore() has changed.
    void extentChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void fitColumns();
    void fitRows();
    /// True if the table is brief and there is little room, because the page has other content too.
    bool isTight() const;
    int shownRows() const;
    int mostLines() const;
    void fitHeight();
    /// Returns true if the event was on the arrow of a finding and has been handled.
    bool takesArrow(const QMouseEvent& event);
    void setUnfolded(int row, bool unfolded);
    int severityWidth() const;
    int offsetWidth() const;
    void follow(const QModelIndex& index);

    std::shared_ptr<const Checkpoint> m_checkpoint;
    FindingsModel* m_model;
    bool m_isBrief = false;
    bool m_hasMore = false;
};

} // namespace loupe
