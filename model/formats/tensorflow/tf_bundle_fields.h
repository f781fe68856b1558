#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::tensorflow {

/// The fields of a bundle's index that touch `window`: block by block its entries, named by their keys, then what
/// stands behind each block, the directories, the footer.
Result<std::vector<HeaderField>> tfBundleFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::tensorflow
