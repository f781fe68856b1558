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

// The words of the command line for what a window can show, for reading a command as for writing one.

/// "a, b or c".
QString listedWords(const QStringList& words);

QStringList detailsTabWords();
std::optional<DetailsTab> detailsTabOf(const QString& word);
QString wordOf(DetailsTab tab);

QStringList pairTabWords();
std::optional<PairTab> pairTabOf(const QString& word);
QString wordOf(PairTab tab);

/// For the folder of a run: "norm", "mean", "largest", "nan", "change".
QStringList runFigureWords();
std::optional<RunFigure> runFigureOf(const QString& word);
QString wordOf(RunFigure figure);

/// "full", "compact", "families", "flat"; of a comparison without families.
QStringList treeFormWords(bool compares);
std::optional<TreeForm> treeFormOf(const QString& word);
QString wordOf(TreeForm form);

/// What the rows of a tree are sorted by; at first their natural order.
struct RowSorting {
    int column = 0; ///< of TensorTreeModel, or of ComparisonModel
    bool descending = false;

    bool operator==(const RowSorting&) const = default;
};

/// Columns as --sort names them: of a comparison, or of a checkpoint.
QStringList columnWords(bool compares);
/// With "-" before it for the largest first.
std::optional<RowSorting> rowSortingOf(const QString& text, bool compares);
QString wordOf(const RowSorting& sorting, bool compares);

/// Those of tloupe that print lists.
enum class Verb : std::uint8_t { Info, Scan, Diff };
/// The same for --sort of a verb of tloupe; empty if that has no such key.
QString toolWordOf(const RowSorting& sorting, Verb verb);

} // namespace loupe
