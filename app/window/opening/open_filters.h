#pragma once

#include <QString>

namespace loupe {

/// The name filters for a QFileDialog: model files of all formats, then each format, then all files. Use
/// QFileDialog::HideNameFilterDetails, so that the patterns are not shown.
QString openFilters();

} // namespace loupe
