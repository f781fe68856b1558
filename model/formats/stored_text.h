#pragma once

#include "core/metadata.h"

namespace loupe {

/// The text at `range` of the file, as UTF-8, for the metadata: a short one is read at once, a long one is left in the
/// file, and only how it begins is read. `type` is static text. Fails as Source::visit() does.
Result<MetadataValue> textForMetadata(const Source& source, ByteRange range, std::string_view type);

} // namespace loupe
