#pragma once

#include "core/checkpoint.h"

#include <QTableView>

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

class FindingsModel;

/// What is wrong with a checkpoint, a row for each finding. In brief the worst few, in a few lines each; in full as
/// high as its rows, up to a dozen. A finding about several tensors unfolds by its arrow, by Right and Left, and where
/// it is activated.
class FindingsTable : public QTableView {
    Q_OBJECT

public:
    explicit FindingsTable(QWidget* parent = nullptr);

    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Others than those of the checkpoint itself, about it.
    void setFindings(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const Findings> findings);
    const FindingsModel& findings() const { return *m_model; }

    /// Else in full: all rows, with all of their sentences.
    void setBrief(bool brief);
    bool isBrief() const { return m_isBrief; }
    /// In brief some of it is not shown.
    bool hasMore() const { return m_hasMore; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

signals:
    /// A finding without a place in the file.
    void tensorChosen(std::uint32_t tensor);
    /// The byte that a finding is about, and its tensor where it is about one. tensorChosen() does not come with it.
    void placeChosen(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);
    /// isBrief() or hasMore() is another.
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
    /// Brief, and with little room: the page is for what else there is, too.
    bool isTight() const;
    int shownRows() const;
    int mostLines() const;
    void fitHeight();
    /// True where the event is about the arrow of a finding that unfolds.
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
