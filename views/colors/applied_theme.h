#pragma once

#include "views/colors/theme.h"

#include <QObject>
#include <functional>

namespace loupe {

/// Keeps the application in our style and palette: light or dark as was chosen, or as the desktop is.
class AppliedTheme : public QObject {
    Q_OBJECT

public:
    using IsDark = std::function<bool()>;

    /// `isSystemDark` is asked now and at each change of the desktop's theme; it may change the application's palette.
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
