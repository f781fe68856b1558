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

/// The columns of a view of a TensorTreeModel: their widths, which of them show, and how that is saved. The name takes
/// the room that the others leave; where that is too little, some of them give way.
class TensorTreeColumns : public QObject {
    Q_OBJECT

public:
    /// The view shows the model already, and becomes the parent.
    TensorTreeColumns(IndentedTree& view, const TensorTreeModel& model);

    /// Widths, order and visibility, and what of it was chosen by hand; for settings.
    QByteArray save() const;
    void restore(const QByteArray& state);

    /// As wide as usual texts are in the fonts of now.
    void setDefaultWidths();
    int defaultWidth(int column) const;
    /// To be called when there is more or less room.
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
    unsigned m_chosen = 0; ///< bits of columns that the user wants to see, however little room there is
    std::array<int, TensorTreeModel::ColumnCount> m_gaveWay = {}; ///< widths of columns hidden for want of room, else 0
    bool m_fitting = false;
    bool m_hasHealth = false; ///< the columns of a scan had something to say when they were last asked
    bool m_isSharded = false; ///< the same of the column Shard
};

} // namespace loupe
