#pragma once

#include <QTabBar>

class QTabWidget;

namespace loupe {

/// Tabs that are all visible, without scroll arrows. If room is short, the space around the names shrinks first; then
/// the longest names are elided at the end, except that of the current tab.
class FittingTabBar : public QTabBar {
    Q_OBJECT

public:
    explicit FittingTabBar(QTabWidget& tabs);

    QSize minimumSizeHint() const override;
    /// The minimum width of every page in pixels: room for all tabs with full names and little space around them.
    int leastPageWidth() const;
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void tabLayoutChange() override;

private:
    void fit();
    int wholeWidth() const;
    int widestOf(int room) const;

    QTabWidget& m_tabs;
    int m_widest; ///< largest width of a tab that is not current
    int m_tightWidth = 0;
};

} // namespace loupe
