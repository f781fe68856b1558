#include "items/session/location.h"

#include "core/remote/remote_files.h"
#include "items/jobs/qt_text.h"
#include "remote/address.h"
#include "remote/hub/hub_address.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>
#include <QStringView>

#include <algorithm>

namespace loupe {

namespace {

class LocationText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Location)
};

/// Addresses, without secrets, that were entered with one. Only for the UI thread.
QSet<QString>& secretNames()
{
    static QSet<QString> names;
    return names;
}

/// The query of a hub's page is not a secret, as it controls how the page is shown.
bool hasSecret(const remote::Address& address)
{
    if (const auto* const web = std::get_if<remote::WebAddress>(&address))
        return !web->server.user.empty() || !web->server.password.empty()
            || (!remote::queryOf(*web).empty() && !remote::hubAddressOf(*web));
    const auto* const sftp = std::get_if<remote::SftpAddress>(&address);
    return sftp && !sftp->server.password.empty();
}

/// Whether the text contains a password, or the beginning of one: "https://me:se" may become
/// "https://me:secret@host/f". A number at that position is taken for a port. Ignores other errors in the address.
bool mayHavePassword(QStringView text)
{
    const qsizetype scheme = text.indexOf(u"://");
    if (scheme < 0)
        return false;
    QStringView server = text.mid(scheme + 3);
    const auto isEnd = [](QChar letter) { return letter == u'/' || letter == u'?' || letter == u'#'; };
    server = server.first(std::ranges::find_if(server, isEnd) - server.begin());
    const qsizetype at = server.lastIndexOf(u'@');
    if (at >= 0) {
        const qsizetype colon = server.first(at).indexOf(u':');
        return colon >= 0 && colon + 1 < at;
    }
    const qsizetype colon = server.indexOf(u':', server.startsWith(u'[') ? server.indexOf(u']') : 0); // IPv6
    const QStringView rest = colon < 0 ? QStringView() : server.mid(colon + 1);
    return !std::ranges::all_of(rest, [](QChar letter) { return letter >= u'0' && letter <= u'9'; });
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
    // If there is no network, opening it will report that.
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
    const bool hasPassword = mayHavePassword(text);
    if (!remote::isRemote(address)) {
        return {.problem = LocationText::tr(
                    "An address begins with https://, http://, hf://, s3:// or sftp://, or is HOST:/PATH of SSH"),
            .hasSecret = false,
            .hasPassword = hasPassword};
    }
    const auto parsed = remote::parseAddress(address);
    if (!parsed)
        return {
            .problem = capitalized(toQString(parsed.error().message)), .hasSecret = false, .hasPassword = hasPassword};
    return {.problem = {}, .hasSecret = hasSecret(*parsed), .hasPassword = hasPassword};
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
