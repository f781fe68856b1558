#pragma once

#include "core/stated_digests.h"

#include <cstdint>
#include <vector>

namespace loupe::tensorizer {

/// The CRC-32 and SHA-256 in each tensor's header. They cover the header, with zeros instead of digests and without the
/// encryption block, and the data before encryption.
class TensorizerDigests : public DigestStatements {
public:
    static constexpr std::uint64_t noHeader = UINT64_MAX;

    /// `headers` has the offset of each tensor's header in the file; noHeader for a header that could not be read.
    TensorizerDigests(std::vector<std::uint64_t> headers, bool isEncrypted)
        : m_headers(std::move(headers))
        , m_isEncrypted(isEncrypted)
    {
    }
    Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const override;

private:
    std::vector<std::uint64_t> m_headers;
    bool m_isEncrypted;
};

} // namespace loupe::tensorizer
