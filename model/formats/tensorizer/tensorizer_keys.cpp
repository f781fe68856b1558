#include "formats/tensorizer/tensorizer_keys.h"

#include <algorithm>

namespace loupe::tensorizer {

TensorizerKeys::TensorizerKeys(const Secret& secret)
    : m_secret(secret)
{
    if (secret.kind() != Secret::Kind::Key)
        return;
    auto key = std::make_shared<WipedBytes>(secret.bytes().size());
    std::ranges::copy(secret.bytes(), key->bytes().begin());
    m_given = std::move(key);
}

Result<std::shared_ptr<const WipedBytes>> TensorizerKeys::keyOf(const TensorizerCrypt& crypt, const Work& work)
{
    if (m_given)
        return m_given;
    if (!crypt.derivation)
        return fail(ErrorCode::InvalidArgument, "it was encrypted with a key, expected that instead of a passphrase");
    const auto known = std::ranges::find_if(m_made, [&](const auto& made) { return made.first == *crypt.derivation; });
    if (known != m_made.end())
        return known->second;
    if (m_made.size() == mostDerivations) {
        return fail(ErrorCode::TooLarge,
            "it has yet another salt or cost than the 4 tensors before, for each of which a key was made; that is done "
            "for "
            "4 at most");
    }
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped while keys were made");
    auto made = deriveTensorizerKey(m_secret.bytes(), *crypt.derivation);
    Result<Key> key = made ? Result<Key>(std::make_shared<const WipedBytes>(std::move(*made)))
                           : Result<Key>(fail(std::move(made.error())));
    m_made.emplace_back(*crypt.derivation, key);
    return key;
}

} // namespace loupe::tensorizer
