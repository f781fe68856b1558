#pragma once

#include <QScreen>
#include <QWidget>

namespace loupe {

/// `wanted`, or as much of it as fits with a window's frame into `available`, all in logical pixels: a scaled screen
/// has few of them.
inline QSize sizeOnScreen(QSize wanted, QSize available)
{
    constexpr QSize frame(16, 48); // with a title bar, of any window manager
    return wanted.boundedTo(available - frame);
}

/// Makes a window smaller that is larger than its screen. To be called before it is shown.
inline void fitToScreen(QWidget& window)
{
    if (!window.isMaximized() && !window.isFullScreen())
        window.resize(sizeOnScreen(window.size(), window.screen()->availableSize()));
}

} // namespace loupe
