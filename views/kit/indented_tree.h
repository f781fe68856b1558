#pragma once

#include <QTreeView>

namespace loupe {

/// A tree whose first column is never too narrow for the rows on the screen: neither what indents them nor their
/// expanders are cut, and there is room for a name.
class IndentedTree : public QTreeView {
    Q_OBJECT

public:
    using QTreeView::QTreeView;

    void doItemsLayout() override;
    void reset() override;

    /// In pixels: as wide as the names on the screen are, within limits. While rows pass by it does not become less, so
    /// that columns stay where they are.
    int neededNameWidth() const { return m_name.needed; }
    /// The same with less room for a name, where that saves scrolling sideways.
    int leastNameWidth() const { return m_name.least; }
    /// No less than `narrowest`, and what the others leave; where these have no room, so that the last one that has is
    /// seen whole.
    int nameWidthBesideWholeColumns(int narrowest) const;
    /// `narrowest`, or less where names give up no more than their ends so that `others` pixels next to them are seen.
    int nameWidthToSee(int others, int narrowest) const;

protected:
    /// Sets the widths of columns, the first one's to no less than neededNameWidth(). Called after each layout, when a
    /// group was opened or closed, and when there is more or less room. Not pure: Qt lays out a view that is still
    /// being made.
    virtual void fitColumns() { }

    /// Rows are about to move: where they are is not known before the next layout.
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
    /// `widest`: a whole name, with what stands behind it, that is known to be there.
    NameWidths measureName(int widest) const;

    NameWidths m_name;
    bool m_isLaidOut = false;
};

} // namespace loupe
