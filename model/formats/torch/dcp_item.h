#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// A whole torch.save archive within a `.distcp` file, read as one.
struct DcpItem {
    std::shared_ptr<const Source> source; ///< of the archive's bytes alone
    FileContent content; ///< counts from the archive's first byte
};

/// What was read around the end of an item. The next one often begins there: then it need not be read again.
struct DcpWindow {
    const Source* file = nullptr;
    std::uint64_t begin = 0; ///< in the file
    std::vector<std::byte> bytes = {};
};

/// `range` lies in the file. Fails as reading does; what is no archive, or more than one, has errors as findings.
Result<DcpItem> readDcpItem(
    const std::shared_ptr<const Source>& file, ByteRange range, const Work& work, DcpWindow& window);

} // namespace loupe::torch
