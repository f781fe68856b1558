#pragma once

#include <QString>

namespace loupe {

/// What someone gives to open encrypted values: one of these, or nothing.
struct SecretChoice {
    QString passphrase;
    QString passphraseFile; ///< path of a file that holds it; read where it is needed, as the key's is
    QString keyFile;

    bool isEmpty() const { return passphrase.isEmpty() && passphraseFile.isEmpty() && keyFile.isEmpty(); }
};

} // namespace loupe
