#pragma once

#include "core/byte_range.h"
#include "core/stated_digests.h"

#include <cstdint>
#include <vector>

namespace loupe::tensorflow {

/// The CRC-32C that a bundle's index states for a tensor's bytes in the data file, in the file's byte order.
struct TfDigest {
    ByteRange bytes;
    std::uint32_t crc = 0;
};

/// The digests of the tensors of one data file.
class TfDigests : public DigestStatements {
public:
    explicit TfDigests(std::vector<TfDigest> byTensor)
        : DigestStatements("DataLossError", byTensor.size()) // BundleReader compares them
        , m_byTensor(std::move(byTensor))
    {
    }
    Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const override;

private:
    std::vector<TfDigest> m_byTensor;
};

} // namespace loupe::tensorflow
