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

/// The pairs of a comparison as a tree, expanded where there are differences. Expanded rows and the current row survive
/// filtering. They are also restored by name when the same paths are read or paired again.
class ComparisonView : public OrderedTreeView {
    Q_OBJECT

public:
    /// The most rows that are expanded automatically to show the matches of a filter,
    static constexpr int unfoldedRows = 2000;
    /// to show groups with changes,
    static constexpr int changedRows = 200;
    /// and to show the contents of changed blocks.
    static constexpr int screenRows = 40;

    /// The view does not own the model.
    explicit ComparisonView(ComparisonModel& model, QWidget* parent = nullptr);

    /// Selects the next pair below or above that differs. Returns false if there is none.
    bool goToDifference(bool forward);
    /// The selection, and the results that it belongs to; empty if the model has no results.
    PairChoice chosen() const;

    /// Column widths, order and visibility, and which of them the user set; for the settings.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

signals:
    /// The current pair or group has changed.
    void currentNodeChanged(std::optional<loupe::NameTree::NodeId> node);

protected:
    void fitColumns() override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    /// The state that is restored by name in new results for the same paths.
    struct Kept {
        std::filesystem::path pathA;
        std::filesystem::path pathB;
        NodeNames open; ///< groups
        bool hasGroups = false; ///< `open` is valid
        bool isComplete = false; ///< all values were known, so every row that should be expanded already was
        std::optional<std::string> current;
        bool isGroup = false; ///< `current` is a group
        NameTree::NodeId hint = 0; ///< the node's ID in the old tree
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
    bool m_wantedSeen = false; ///< its row was visible on the screen
    bool m_wantedSelected = false; ///< its row was selected, not just current
    std::optional<NameTree::NodeId> m_reported; ///< the node that the other views show
    std::optional<Kept> m_kept; ///< set while the results are being replaced
    bool m_keepsGroups = false; ///< the open groups were restored from m_kept, so no others are expanded
};

} // namespace loupe
