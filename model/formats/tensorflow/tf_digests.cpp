#include "formats/tensorflow/tf_digests.h"

#include "formats/shared/out_of_memory.h"
#include "formats/zip/stated_bytes.h"

namespace loupe::tensorflow {

Result<StatedDigests> TfDigests::of(const Source& source, std::uint32_t tensor) const
{
    return orOutOfMemory(source, [&]() -> Result<StatedDigests> {
        const TfDigest& digest = m_byTensor[tensor];
        StatedDigests stated;
        stated.digests.push_back({.algorithm = StatedDigest::Algorithm::Crc32c,
            .digest = crcDigest(digest.crc),
            .bytes = std::make_shared<const zip::PlainStatedBytes>(digest.bytes)});
        return stated;
    });
}

} // namespace loupe::tensorflow
