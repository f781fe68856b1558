#include "items/session/location.h"

#include "core/remote_files.h"
#include "items/jobs/qt_text.h"
#include "remote/address.h"
#include "remote/hub_address.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>

namespace loupe {

namespace {

class LocationText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Location)
};

/// Names of addresses that were given with a secret. Of the UI thread.
QSet<QString>& secretNames()
{
    static QSet<QString> names;
    return names;
}

/// The query of a hub's page says how to show it.
bool hasSecret(const remote::Address& address)
{
    if (const auto* const web = std::get_if<remote::WebAddress>(&address))
        return !web->server.user.empty() || !web->server.password.empty()
            || (!remote::queryOf(*web).empty() && !remote::hubAddressOf(*web));
    const auto* const sftp = std::get_if<remote::SftpAddress>(&address);
    return sftp && !sftp->server.password.empty();
}

bool hasPassword(const remote::Address& address)
{
    const auto* const web = std::get_if<remote::WebAddress>(&address);
    const auto* const sftp = std::get_if<remote::SftpAddress>(&address);
    return (web && !web->server.password.empty()) || (sftp && !sftp->server.password.empty());
}

QString capitalized(QString sentence)
{
    if (!sentence.isEmpty())
        sentence[0] = sentence[0].toUpper();
    return sentence;
}

} // namespace

bool isLocation(const QString& path)
{
    return isAddress(toPath(path));
}

QString withoutSecrets(const QString& address)
{
    const std::string text = address.toStdString();
    if (!remote::isRemote(text) || wasGivenWithSecret(address))
        return address;
    // Without a network, what opens it says so.
    const QString name = toQString(remoteFiles() ? publicName(text) : remote::shownName(text));
    if (const auto parsed = remote::parseAddress(text); parsed && hasSecret(*parsed))
        secretNames().insert(name);
    return name;
}

bool wasGivenWithSecret(const QString& name)
{
    return secretNames().contains(name);
}

TypedLocation lookAtTyped(const QString& text)
{
    const std::string address = text.toStdString();
    if (!remote::isRemote(address)) {
        return {.problem = LocationText::tr(
                    "An address begins with https://, http://, hf://, s3:// or sftp://, or is HOST:/PATH of SSH"),
            .hasSecret = false,
            .hasPassword = false};
    }
    const auto parsed = remote::parseAddress(address);
    if (!parsed)
        return {.problem = capitalized(toQString(parsed.error().message)), .hasSecret = false, .hasPassword = false};
    return {.problem = {}, .hasSecret = hasSecret(*parsed), .hasPassword = hasPassword(*parsed)};
}

QString absoluteName(const QString& path)
{
    return isLocation(path) ? path : QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

QString localFolder(const QString& path)
{
    return isLocation(path) ? QDir::homePath() : QFileInfo(path).absolutePath();
}

} // namespace loupe
