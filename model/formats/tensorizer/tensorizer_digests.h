#pragma once

#include "core/stated_digests.h"

#include <cstdint>
#include <vector>

namespace loupe::tensorizer {

/// The CRC-32 and SHA-256 in each tensor's header: of that header, with zeros in the digests' places and without the
/// block about encryption, and of the data as they are before they are encrypted.
class TensorizerDigests : public DigestStatements {
public:
    static constexpr std::uint64_t noHeader = UINT64_MAX;

    /// `headers`: where those of the file's tensors begin; noHeader where one could not be read.
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
