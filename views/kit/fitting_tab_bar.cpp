#include "views/kit/fitting_tab_bar.h"

#include "views/colors/theme_style.h"

#include <QEvent>
#include <QTabWidget>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr int anyWidth = std::numeric_limits<int>::max();

} // namespace

FittingTabBar::FittingTabBar(QTabWidget& tabs)
    : QTabBar(&tabs)
    , m_tabs(tabs)
    , m_widest(anyWidth)
{
    setAccessibleName(tr("Tabs"));
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideRight);
    tabs.installEventFilter(this);
    connect(this, &QTabBar::currentChanged, this, &FittingTabBar::fit);
}

/// Tabs can shrink, so the bar does not limit the width of its container.
QSize FittingTabBar::minimumSizeHint() const
{
    return {0, QTabBar::minimumSizeHint().height()};
}

int FittingTabBar::leastPageWidth() const
{
    constexpr int narrowest = 424; // fits next to a tree in a window 900 pixels wide
    return std::max(narrowest, m_tightWidth);
}

bool FittingTabBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fit();
    return QTabBar::eventFilter(watched, event);
}

QSize FittingTabBar::tabSizeHint(int index) const
{
    const QSize whole = QTabBar::tabSizeHint(index);
    return {index == currentIndex() ? whole.width() : std::min(whole.width(), m_widest), whole.height()};
}

QSize FittingTabBar::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

void FittingTabBar::tabLayoutChange()
{
    fit();
}

void FittingTabBar::fit()
{
    const int room = m_tabs.width();
    const bool wasTight = property(ThemeStyle::tightTabs).toBool();
    setProperty(ThemeStyle::tightTabs, false);
    const bool isTight = wholeWidth() > room;
    setProperty(ThemeStyle::tightTabs, true);
    const int tightWidth = wholeWidth();
    const int widest = isTight && tightWidth > room ? widestOf(room) : anyWidth;
    setProperty(ThemeStyle::tightTabs, isTight);
    if (std::exchange(m_tightWidth, tightWidth) != tightWidth)
        m_tabs.updateGeometry();
    for (int tab = 0; tab < count(); ++tab)
        setTabToolTip(tab, widest < QTabBar::tabSizeHint(tab).width() ? tabText(tab).remove(u'&') : QString());
    if (widest == m_widest && isTight == wasTight)
        return;
    m_widest = widest;
    QEvent otherSizes(QEvent::FontChange);
    changeEvent(&otherSizes); // lays the tabs out
    updateGeometry();
}

int FittingTabBar::wholeWidth() const
{
    int width = 0;
    for (int tab = 0; tab < count(); ++tab)
        width += QTabBar::tabSizeHint(tab).width();
    return width;
}

/// The tab width with which all fit if the current one is not elided.
int FittingTabBar::widestOf(int room) const
{
    constexpr int narrowest = 24;
    std::vector<int> widths;
    for (int tab = 0; tab < count(); ++tab) {
        const int width = QTabBar::tabSizeHint(tab).width();
        if (tab == currentIndex())
            room -= width;
        else
            widths.push_back(width);
    }
    std::ranges::sort(widths);
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const int each = room / int(widths.size() - i);
        if (each < widths[i])
            return std::max(each, narrowest);
        room -= widths[i];
    }
    return anyWidth;
}

} // namespace loupe
