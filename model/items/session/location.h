#pragma once

#include <QString>

namespace loupe {

/// True if a path is the address of a remote file.
bool isLocation(const QString& path);

/// The address to use everywhere else: without user, password and query, which are remembered until the program ends.
/// Call it once for each address that the user enters. Returns any other path unchanged.
QString withoutSecrets(const QString& address);

/// True if this address was entered with possible secrets during this run of the program.
bool wasGivenWithSecret(const QString& name);

/// The analysis of an address that the user is typing.
struct TypedLocation {
    QString problem; ///< why it is not an address, as a sentence without its end; empty if it is one
    bool hasSecret = false; ///< user, password or query
    bool hasPassword = false; ///< or text that may become one with further typing
};

/// Checks only the text.
TypedLocation lookAtTyped(const QString& text);

/// The shortest absolute form of a path; an address unchanged. Two spellings of the same path have the same result.
QString absoluteName(const QString& path);

/// The initial folder of a dialog for local files: the folder of the path, or home if it is an address.
QString localFolder(const QString& path);

} // namespace loupe
