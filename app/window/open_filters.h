#pragma once

#include <QString>

namespace loupe {

/// What a file dialog offers to show, for QFileDialog: model files of all formats first, then each format, then all
/// files. To be shown without the patterns: QFileDialog::HideNameFilterDetails.
QString openFilters();

} // namespace loupe
