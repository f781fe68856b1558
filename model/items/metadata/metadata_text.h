#pragma once

#include <QString>

namespace loupe {

/// Metadata keys and values on one line, as plain text, cut to slightly more than a cell can show. Either may be
/// megabytes.

/// White space is shown explicitly, so that different keys look different.
QString metadataKeyText(const QString& key);
/// White space is collapsed.
QString metadataValueText(const QString& value);

} // namespace loupe
