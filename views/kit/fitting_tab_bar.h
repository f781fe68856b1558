#pragma once

#include <QTabBar>

class QTabWidget;

namespace loupe {

/// Tabs that are all in sight, without arrows. Where there is no room for them, first the space around their names is
/// less, and then the longest names lose their ends, but for that of the current one.
class FittingTabBar : public QTabBar {
    Q_OBJECT

public:
    explicit FittingTabBar(QTabWidget& tabs);

    QSize minimumSizeHint() const override;
    /// Pixels that pages below the tabs have at least, whichever is shown: room for all tabs with whole names and
    /// little space around them.
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
    int m_widest; ///< of a tab that is not the current one
    int m_tightWidth = 0;
};

} // namespace loupe
