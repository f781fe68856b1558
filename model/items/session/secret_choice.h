#pragma once

#include "core/result.h"

#include <QString>
#include <functional>
#include <memory>

namespace loupe {

class Secret;

/// Null: none.
using SecretPtr = std::shared_ptr<const Secret>;

/// What someone gives to open encrypted values: one of these, or nothing.
struct SecretChoice {
    QString passphrase;
    QString passphraseFile; ///< path of a file that holds it, "-" for standard input; read where it is needed
    QString keyFile; ///< the same, of a key

    bool isEmpty() const { return passphrase.isEmpty() && passphraseFile.isEmpty() && keyFile.isEmpty(); }
};

/// Gives a secret, or says why it cannot be read. Called in jobs, by several at once; an empty function stands for no
/// secret.
using SecretSource = std::function<Result<SecretPtr>()>;

/// Reads the file that the choice names the first time that a job asks, and again only after it could not be read.
SecretSource readOnce(const SecretChoice& choice);

} // namespace loupe
