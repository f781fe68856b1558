#pragma once

#include "views/colors/theme.h"

#include <QObject>
#include <functional>

namespace loupe {

/// Applies our style and palette to the application: light or dark, as chosen or like the desktop.
class AppliedTheme : public QObject {
    Q_OBJECT

public:
    using IsDark = std::function<bool()>;

    /// `isSystemDark` is called now and whenever the desktop's theme changes. It may change the application's palette.
    explicit AppliedTheme(IsDark isSystemDark, QObject* parent = nullptr);
    ~AppliedTheme() override;

    ThemeChoice choice() const { return m_choice; }
    void choose(ThemeChoice choice);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    IsDark m_isSystemDark;
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_isApplying = false;
};

} // namespace loupe
