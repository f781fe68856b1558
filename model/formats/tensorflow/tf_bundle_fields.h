#pragma once

#include "core/work.h"
#include "formats/shared/format.h"

namespace loupe::tensorflow {

/// The fields of a bundle's index that touch `window`: for each block its entries, named by their keys, and its
/// trailer; then the directories and the footer.
Result<std::vector<HeaderField>> tfBundleFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::tensorflow
