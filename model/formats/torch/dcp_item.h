#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// A whole torch.save archive within a `.distcp` file, read as one.
struct DcpItem {
    std::shared_ptr<const Source> source; ///< of the archive's bytes alone
    FileContent content; ///< counts from the archive's first byte
};

/// `range` lies in the file. Fails as reading does; what is no archive, or more than one, has errors as findings.
Result<DcpItem> readDcpItem(const std::shared_ptr<const Source>& file, ByteRange range, const Work& work);

} // namespace loupe::torch
