#pragma once

#include "core/result.h"

#include <QString>
#include <functional>
#include <memory>

namespace loupe {

class Secret;

/// Null: no secret.
using SecretPtr = std::shared_ptr<const Secret>;

/// The secret that the user provides to unlock encrypted values: one of these, or nothing.
struct SecretChoice {
    QString passphrase;
    QString passphraseFile; ///< path of a file with the passphrase, "-" for standard input; read when needed
    QString keyFile; ///< likewise for a key

    bool isEmpty() const { return passphrase.isEmpty() && passphraseFile.isEmpty() && keyFile.isEmpty(); }
};

/// Returns a secret, or the error of reading it. Called in jobs, possibly by several at once. An empty function means
/// that there is no secret.
using SecretSource = std::function<Result<SecretPtr>()>;

/// Reads the file of the choice when a job first requests it, and again only if reading has failed.
SecretSource readOnce(const SecretChoice& choice);

} // namespace loupe
