#include "app/window/opening/location_control.h"

#include "app/window/recent/recent_locations.h"
#include "items/session/location.h"
#include "views/start/location_dialog.h"

#include <algorithm>

namespace loupe {

namespace {

bool lacksSecret(const QString& path)
{
    if (!isLocation(path) || wasGivenWithSecret(path))
        return false;
    const QList<RecentLocation> known = RecentLocations::list();
    return std::ranges::any_of(known, [&](const RecentLocation& one) { return one.name == path && one.needsSecret; });
}

} // namespace

LocationControl::LocationControl(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
}

LocationControl::~LocationControl() = default;

void LocationControl::ask(const QString& title, Given given)
{
    show(title, std::move(given));
}

void LocationControl::openAgain(const QString& path, Given given)
{
    if (lacksSecret(path))
        show(tr("Open location"), std::move(given))->askForSecretOf(path);
    else
        given(path);
}

/// Closes an unanswered dialog before showing the next one.
LocationDialog* LocationControl::show(const QString& title, Given given)
{
    if (m_dialog)
        m_dialog->reject();
    m_dialog = new LocationDialog(title, RecentLocations::names(), &m_window);
    connect(m_dialog, &LocationDialog::chosen, this,
        [given = std::move(given)](const QString& address) { given(withoutSecrets(address)); });
    m_dialog->open();
    return m_dialog;
}

} // namespace loupe
