#pragma once

#include "formats/shared/format.h"
#include "formats/zip/stated_bytes.h"
#include "formats/zip/zip_directory.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe::zip {

/// The CRC-32 of a member's content, as the archive's directory states it.
struct ZipDigest {
    std::uint32_t crc = 0;
    std::string member; ///< "member m/data/0"
    std::shared_ptr<const StatedBytes> content;
};

/// The digest of a member that is readable or cut off; null if no CRC-32 is known, or if parts of the content are
/// missing. May throw std::bad_alloc.
std::shared_ptr<const ZipDigest> zipDigest(const ZipEntry& entry, const ZipMember& member);

/// The archive's statement about the member that holds a tensor.
struct ZipStatement {
    std::shared_ptr<const ZipDigest> digest; ///< null if there is none
    bool isPart = false; ///< the tensor is only a part of the member
};

class ZipDigests : public DigestStatements {
public:
    /// `refusedAs` is the error of a reference reader that checks CRCs (core/stated_digests.h).
    ZipDigests(std::vector<ZipStatement> byTensor, std::string_view refusedAs)
        : DigestStatements(refusedAs, byTensor.size())
        , m_byTensor(std::move(byTensor))
    {
    }
    Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const override;

private:
    std::vector<ZipStatement> m_byTensor;
};

/// Sets the digests of `content`, unless there is none. `statements` belong to its first tensors as they were before
/// sorting; `order` is the result of sortTensors(); `refusedAs` as for ZipDigests. May throw std::bad_alloc.
void stateZipDigests(std::vector<ZipStatement> statements, const std::vector<std::uint32_t>& order,
    FileContent& content, std::string_view refusedAs = {});

} // namespace loupe::zip
