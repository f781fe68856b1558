#pragma once

#include "core/work.h"
#include "formats/tensorizer/tensorizer_decryption.h"

#include <memory>
#include <utility>
#include <vector>

namespace loupe::tensorizer {

/// The keys of one file while it is opened: the one that was given, or those that a passphrase makes, each made once.
/// The secret is not kept, keys are wiped when the last storage that uses them goes.
class TensorizerKeys {
public:
    /// The writer makes one for a file; more are a way to keep a reader busy.
    static constexpr std::size_t mostDerivations = 4;

    /// `secret` outlives this.
    explicit TensorizerKeys(const Secret& secret);

    /// The key of a tensor that is encrypted in that way. Fails as deriveTensorizerKey(), with InvalidArgument where a
    /// passphrase was given and a key is needed, with TooLarge from one derivation too many on, or Stopped.
    Result<std::shared_ptr<const WipedBytes>> keyOf(const TensorizerCrypt& crypt, const Work& work);

private:
    using Key = std::shared_ptr<const WipedBytes>;

    const Secret& m_secret;
    Key m_given; ///< null where a passphrase was
    std::vector<std::pair<TensorizerDerivation, Result<Key>>> m_made;
};

} // namespace loupe::tensorizer
