#pragma once

#include "core/byte_range.h"
#include "core/stated_digests.h"

#include <cstdint>
#include <vector>

namespace loupe::tensorflow {

/// The CRC-32C that the index of a bundle states of a tensor: of its bytes in the data file, whatever their order.
struct TfDigest {
    ByteRange bytes;
    std::uint32_t crc = 0;
};

/// Of the tensors of one data file.
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
