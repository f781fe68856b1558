#pragma once

#include <QString>

namespace loupe {

/// Whether a path is the address of a file on another machine.
bool isLocation(const QString& path);

/// An address as a person gave it, for everything else: without user, password and query, which stay known until the
/// program ends. To be called once for each address that somebody gives. Any other path as it is.
QString withoutSecrets(const QString& address);

/// Whether the address of this name was given with something that may be secret, in this run of the program.
bool wasGivenWithSecret(const QString& name);

/// What a person has typed as an address.
struct TypedLocation {
    QString problem; ///< why it is no address, a sentence without its end; empty if it is one
    bool hasSecret = false; ///< user, password or query
    bool hasPassword = false; ///< or what may become one once more is typed
};

/// Looks at the text alone.
TypedLocation lookAtTyped(const QString& text);

/// A path in its shortest absolute form, an address as it is: two spellings of one path have the same.
QString absoluteName(const QString& path);

/// Where a dialog about local files begins: the folder of the path; home where that is an address.
QString localFolder(const QString& path);

} // namespace loupe
