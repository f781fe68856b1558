#pragma once

#include "core/tree/tree_order.h"
#include "items/history/run_figure.h"
#include "views/compare/comparison_tabs.h"
#include "views/details/details_pages.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace loupe {

// Command-line words for the state of a window, for reading and writing commands.

/// "a, b or c".
QString listedWords(const QStringList& words);

QStringList detailsTabWords();
std::optional<DetailsTab> detailsTabOf(const QString& word);
QString wordOf(DetailsTab tab);

QStringList pairTabWords();
std::optional<PairTab> pairTabOf(const QString& word);
QString wordOf(PairTab tab);

/// For a run's folder:
QStringList runFigureWords();
std::optional<RunFigure> runFigureOf(const QString& word);
QString wordOf(RunFigure figure);

/// "full", "compact", "families", "flat"; a comparison has no families.
QStringList treeFormWords(bool compares);
std::optional<TreeForm> treeFormOf(const QString& word);
QString wordOf(TreeForm form);

/// The sort order of a tree's rows; by default their natural order.
struct RowSorting {
    int column = 0; ///< column of TensorTreeModel or ComparisonModel
    bool descending = false;

    bool operator==(const RowSorting&) const = default;
};

/// The column names for --sort, of a comparison or of a checkpoint.
QStringList columnWords(bool compares);
/// Parses a column name; a leading "-" means descending order.
std::optional<RowSorting> rowSortingOf(const QString& text, bool compares);
QString wordOf(const RowSorting& sorting, bool compares);

/// The tloupe verbs that print lists.
enum class Verb : std::uint8_t { Info, Scan, Diff };
/// The --sort value for a tloupe verb; empty if it has no such key.
QString toolWordOf(const RowSorting& sorting, Verb verb);

} // namespace loupe
