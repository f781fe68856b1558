#pragma once

#include "core/work.h"
#include "formats/tensorizer/tensorizer_decryption.h"

#include <memory>
#include <utility>
#include <vector>

namespace loupe::tensorizer {

/// The keys of one file while it is being opened: the given key, or those derived from a passphrase. Derives each key
/// only once. Does not keep the secret; keys are wiped when the last storage that uses them is destroyed.
class TensorizerKeys {
public:
    /// The writer derives one key per file. A hostile file could use many keys to keep the reader busy.
    static constexpr std::size_t mostDerivations = 4;

    /// `secret` must outlive this object.
    explicit TensorizerKeys(const Secret& secret);

    /// The key of a tensor with that encryption. Fails as deriveTensorizerKey() does, with InvalidArgument if the
    /// secret is a passphrase but a key is needed, with TooLarge after mostDerivations, or with Stopped.
    Result<std::shared_ptr<const WipedBytes>> keyOf(const TensorizerCrypt& crypt, const Work& work);

private:
    using Key = std::shared_ptr<const WipedBytes>;

    const Secret& m_secret;
    Key m_given; ///< null if the secret is a passphrase
    std::vector<std::pair<TensorizerDerivation, Result<Key>>> m_made;
};

} // namespace loupe::tensorizer
