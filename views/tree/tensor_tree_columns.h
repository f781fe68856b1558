#pragma once

#include "items/tree/tensor_tree_model.h"

#include <QByteArray>
#include <QObject>

#include <array>
#include <cstddef>
#include <optional>

class QHeaderView;

namespace loupe {

class IndentedTree;

/// Manages the columns of a view of a TensorTreeModel: widths, visibility, and how they are saved. The name column
/// takes the room that the others leave. If that is too little, some of the others are hidden.
class TensorTreeColumns : public QObject {
    Q_OBJECT

public:
    /// Precondition: the view already shows the model. The view becomes the parent.
    TensorTreeColumns(IndentedTree& view, const TensorTreeModel& model);

    /// Widths, order and visibility, and which of them the user set; for the settings.
    QByteArray save() const;
    void restore(const QByteArray& state);

    /// Sizes the columns for typical texts in the current fonts.
    void setDefaultWidths();
    int defaultWidth(int column) const;
    /// Call when the available width changes.
    void fit();
    int widestNameBesideSorted() const;

private:
    QHeaderView& header() const;
    void onResized(int column, int before, int after);
    void onShown(int column);
    bool mayGiveWay(int column) const;
    bool gaveWay(int column) const { return m_gaveWay[static_cast<std::size_t>(column)] > 0; }
    void bringBack(int column);
    void showHealth();
    void hideUnscanned(bool hidden);
    void showShards();
    bool fitContents();
    QString longestStoredType() const;
    QString longestType() const;
    int narrowTypeWidth() const;
    int widthOf(int column, const QString& sample) const;
    bool fitsContents(int column) const;
    void fitHealth();
    void fitType();
    void leaveHiddenShards();
    void showMenu(QPoint position);

    IndentedTree& m_view;
    const TensorTreeModel& m_model;
    std::optional<int> m_chosenName; ///< the width of the name column, once the user has set it
    unsigned m_chosen = 0; ///< bit mask of columns that the user wants to see even if room is short
    std::array<int, TensorTreeModel::ColumnCount> m_gaveWay = {}; ///< widths of columns hidden for lack of room, else 0
    bool m_fitting = false;
    bool m_hasHealth = false; ///< whether the scan columns had content when last checked
    bool m_isSharded = false; ///< whether the Shard column had content when last checked
};

} // namespace loupe
