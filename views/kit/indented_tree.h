#pragma once

#include <QTreeView>

namespace loupe {

/// A tree whose first column is never too narrow for the visible rows: neither indentation nor expanders are cut off,
/// and there is room for a name.
class IndentedTree : public QTreeView {
    Q_OBJECT

public:
    using QTreeView::QTreeView;

    void doItemsLayout() override;
    void reset() override;

    /// The width in pixels that the visible names need, within limits. It does not shrink while scrolling, so columns
    /// stay in place.
    int neededNameWidth() const { return m_name.needed; }
    /// As above, but with less room for a name, to avoid horizontal scrolling.
    int leastNameWidth() const { return m_name.least; }
    /// The width that the other columns leave for the name, at least `narrowest`. If they do not all fit, chosen so
    /// that the last column that fits is not cut off.
    int nameWidthBesideWholeColumns(int narrowest) const;
    /// `narrowest`, or less if that makes `others` pixels next to the name visible while names are elided only at their
    /// ends.
    int nameWidthToSee(int others, int narrowest) const;

protected:
    /// Sets the column widths; the first one must be at least neededNameWidth(). Called after each layout, when a group
    /// is opened or closed, and when the size changes. Not pure virtual, because Qt lays out the view during
    /// construction.
    virtual void fitColumns() { }

    /// Rows are about to move. Their positions are unknown until the next layout.
    void forgetLayout() { m_isLaidOut = false; }
    bool isLaidOut() const { return m_isLaidOut; }

    void updateGeometries() override;
    void scrollContentsBy(int dx, int dy) override;

private:
    static constexpr int comfortableName = 280;
    static constexpr int narrowestName = 200;

    struct NameWidths {
        int needed = comfortableName;
        int least = narrowestName;
    };
    /// `widest`: the width of the widest known name, including what follows it.
    NameWidths measureName(int widest) const;

    NameWidths m_name;
    bool m_isLaidOut = false;
};

} // namespace loupe
