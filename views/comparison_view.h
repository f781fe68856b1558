#pragma once

#include "items/difference_request.h"

#include <QTreeView>

#include <cstdint>
#include <optional>

namespace loupe {

class ComparisonModel;

/// The pairs of a comparison as a tree, unfolded where there are differences.
class ComparisonView : public QTreeView {
    Q_OBJECT

public:
    /// No more rows than so many are unfolded by itself.
    static constexpr int unfoldedRows = 2000;

    /// The view does not own the model.
    explicit ComparisonView(ComparisonModel& model, QWidget* parent = nullptr);

    std::optional<NameTree::NodeId> currentNode() const;
    /// False where the filter hides it: what is selected stays.
    bool selectNode(NameTree::NodeId node);
    /// Selects the next pair below, or above, that differs. False where there is none.
    bool goToDifference(bool forward);
    /// What is selected, and in what is shown; nothing of a model without results.
    PairChoice chosen() const;
    /// A sentence in the place of rows.
    void setEmptyText(const QString& text);
    QString emptyText() const { return m_emptyText; }

    void selectAll() override;

signals:
    /// Another pair or group, or none: told once, whatever becomes of its row; and for other results always.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void boundSelection();
    void restoreCurrent();
    void tell(std::optional<NameTree::NodeId> node);
    bool isCurrentSeen() const;
    void setDefaultWidths();
    void fitNameColumn();
    void unfold();
    void unfold(const QModelIndex& parent, int& budget);

    ComparisonModel& m_model;
    QString m_emptyText;
    std::optional<NameTree::NodeId> m_wanted; ///< current before the rows were made anew
    ComparisonResultsPtr m_wantedIn;
    bool m_wantedSeen = false; ///< its row was in sight
    bool m_wantedSelected = false; ///< and not only where the keys go from
    std::optional<NameTree::NodeId> m_told; ///< what all others show
    bool m_fitting = false;
    bool m_fitsName = true; ///< until its width is chosen by hand
};

} // namespace loupe
