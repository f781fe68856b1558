#include "views/colors/applied_theme.h"

#include "views/colors/theme_style.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QScopedValueRollback>
#include <QToolTip>

namespace loupe {

namespace {

/// Without our palette, the application has the platform theme's, or Qt's light one if there is none.
bool hasDarkDesktop()
{
    QApplication::setPalette(QPalette());
    return &Theme::current() == &Theme::darkTheme();
}

AppliedTheme& appliedTheme()
{
    static QPointer<AppliedTheme> theme;
    if (!theme)
        theme = new AppliedTheme(hasDarkDesktop, qApp);
    return *theme;
}

} // namespace

AppliedTheme::AppliedTheme(IsDark isSystemDark, QObject* parent)
    : QObject(parent)
    , m_isSystemDark(std::move(isSystemDark))
{
    QApplication::setStyle(new ThemeStyle);
    qApp->installEventFilter(this);
}

AppliedTheme::~AppliedTheme() = default;

void AppliedTheme::choose(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

/// Application windows receive changes of the desktop's theme, but not of ours.
bool AppliedTheme::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && m_choice == ThemeChoice::System && !m_isApplying)
        apply();
    return QObject::eventFilter(watched, event);
}

void AppliedTheme::apply()
{
    const QScopedValueRollback applying(m_isApplying, true);
    const bool dark = m_choice == ThemeChoice::System ? m_isSystemDark() : m_choice == ThemeChoice::Dark;
    const QPalette palette = (dark ? Theme::darkTheme() : Theme::light()).palette();
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

void applyTheme(ThemeChoice choice)
{
    appliedTheme().choose(choice);
}

ThemeChoice themeChoice()
{
    return appliedTheme().choice();
}

} // namespace loupe
