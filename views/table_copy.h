#pragma once

#include <QString>

class QAbstractItemView;

namespace loupe {

/// What is selected in a view, as a table for the clipboard: rows of texts with tabs between, whole where a cell shows
/// a shortened text. At most the first maximumCopiedRows rows.
QString selectedTable(const QAbstractItemView& view);

inline constexpr int maximumCopiedRows = 100'000;

/// Makes Ctrl+C copy selectedTable() while the view has the focus.
void addCopyAction(QAbstractItemView& view);

} // namespace loupe
