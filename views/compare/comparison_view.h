#pragma once

#include "items/compare/difference_request.h"
#include "views/tree/node_names.h"
#include "views/tree/ordered_tree_view.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

class ComparisonColumns;
class ComparisonModel;

/// The pairs of a comparison as a tree, unfolded where there are differences. What is unfolded and current comes
/// through a filter, and by name through another reading or pairing of the same paths.
class ComparisonView : public OrderedTreeView {
    Q_OBJECT

public:
    /// No more rows than this many are unfolded by themselves: where a filter found them,
    static constexpr int unfoldedRows = 2000;
    /// where something changed,
    static constexpr int changedRows = 200;
    /// and in blocks that changed.
    static constexpr int screenRows = 40;

    /// The view does not own the model.
    explicit ComparisonView(ComparisonModel& model, QWidget* parent = nullptr);

    /// Selects the next pair below, or above, that differs. False where there is none.
    bool goToDifference(bool forward);
    /// What is selected, and in what is shown; nothing of a model without results.
    PairChoice chosen() const;

    /// Column widths, order and visibility, and what of them was chosen by hand; for settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

signals:
    /// Another pair or group, or none: emitted once, whatever becomes of its row; and for other results always.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);

protected:
    void fitColumns() override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    /// By name, what comes through other results of the same paths.
    struct Kept {
        std::filesystem::path pathA;
        std::filesystem::path pathB;
        NodeNames open; ///< groups
        bool hasGroups = false; ///< `open` is known
        bool isComplete = false; ///< all values were known, so that all was unfolded that is to be
        std::optional<std::string> current;
        bool isGroup = false; ///< it is one
        NameTree::NodeId hint = 0; ///< its number then
    };

    void boundSelection();
    void rememberCurrent();
    void rememberNames();
    void restoreCurrent();
    void restoreNames();
    void makeCurrent(const QModelIndex& index);
    void reportNode(std::optional<NameTree::NodeId> node);
    bool isCurrentSeen() const;
    void unfold();
    void unfold(const QModelIndex& parent, int& budget);
    bool isBlock(const QModelIndex& index) const;
    QModelIndexList changedGroups(const QModelIndex& parent) const;
    void unfoldChanged();

    ComparisonModel& m_model;
    ComparisonColumns* m_columns = nullptr;
    std::optional<NameTree::NodeId> m_wanted; ///< current before the rows were rebuilt
    ComparisonResultsPtr m_wantedIn;
    bool m_wantedSeen = false; ///< its row was in sight
    bool m_wantedSelected = false; ///< and not only where the keys go from
    std::optional<NameTree::NodeId> m_reported; ///< what all others show
    std::optional<Kept> m_kept; ///< while other results are taken
    bool m_keepsGroups = false; ///< those that are open came from there: no others are unfolded
};

} // namespace loupe
