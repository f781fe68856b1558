#pragma once

#include <QString>

namespace loupe {

/// Keys and values of metadata on one line, cut after more than a cell can show; plain text. Both may be megabytes.

/// White space is spelled out: two keys that differ must look different.
QString metadataKeyText(const QString& key);
/// White space is collapsed.
QString metadataValueText(const QString& value);

} // namespace loupe
