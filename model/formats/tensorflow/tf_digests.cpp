#include "formats/tensorflow/tf_digests.h"

#include "formats/shared/out_of_memory.h"
#include "formats/zip/stated_bytes.h"

namespace loupe::tensorflow {

Result<StatedDigests> TfDigests::of(const Source& source, std::uint32_t tensor) const
{
    return orOutOfMemory(source, [&]() -> Result<StatedDigests> {
        const TfDigest& digest = m_byTensor[tensor];
        StatedDigests stated;
        stated.bytes = std::make_shared<const zip::PlainStatedBytes>(digest.bytes);
        stated.digests.push_back({StatedDigest::Algorithm::Crc32c, crcDigest(digest.crc)});
        return stated;
    });
}

} // namespace loupe::tensorflow
