#pragma once

#include <QScreen>
#include <QWidget>

namespace loupe {

/// `wanted`, limited so that the window with its frame fits into `available`. In logical pixels; a scaled screen has
/// few of them.
inline QSize sizeOnScreen(QSize wanted, QSize available)
{
    constexpr QSize frame(16, 48); // frame with title bar, for any window manager
    return wanted.boundedTo(available - frame);
}

/// Shrinks a window to fit its screen. Call before it is shown.
inline void fitToScreen(QWidget& window)
{
    if (!window.isMaximized() && !window.isFullScreen())
        window.resize(sizeOnScreen(window.size(), window.screen()->availableSize()));
}

} // namespace loupe
