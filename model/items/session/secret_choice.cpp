#include "items/session/secret_choice.h"

#include "formats/shared/secret.h"
#include "items/jobs/qt_text.h"

#include <mutex>
#include <span>

namespace loupe {

namespace {

std::filesystem::path secretFile(const QString& name)
{
    return name == u"-" ? "/dev/stdin" : toPath(name);
}

Result<Secret> readSecret(const SecretChoice& choice)
{
    if (!choice.keyFile.isEmpty())
        return Secret::read(secretFile(choice.keyFile), Secret::Kind::Key);
    if (!choice.passphraseFile.isEmpty())
        return Secret::read(secretFile(choice.passphraseFile), Secret::Kind::Passphrase);
    const QByteArray typed = choice.passphrase.toUtf8();
    return Secret::passphrase(std::as_bytes(std::span(typed.constData(), std::size_t(typed.size()))));
}

/// A choice and, once it was read, the resulting secret.
class SharedSecret {
public:
    explicit SharedSecret(SecretChoice choice)
        : m_choice(std::move(choice))
    {
    }

    Result<SecretPtr> get()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_secret) {
            auto secret = readSecret(m_choice);
            if (!secret)
                return fail(std::move(secret.error()));
            m_secret = std::make_shared<const Secret>(std::move(*secret));
            m_choice = {}; // drop what was typed, as it is no longer required
        }
        return m_secret;
    }

private:
    std::mutex m_mutex;
    SecretChoice m_choice;
    SecretPtr m_secret;
};

} // namespace

SecretSource readOnce(const SecretChoice& choice)
{
    if (choice.isEmpty())
        return {};
    return [shared = std::make_shared<SharedSecret>(choice)] { return shared->get(); };
}

} // namespace loupe
