#pragma once

#include "history/history.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>

namespace loupe {

/// A figure of each checkpoint of a run, for the curves.
enum class RunFigure : std::uint8_t { Norm, Mean, Largest, Nonfinite, Change };

inline constexpr std::array allRunFigures{
    RunFigure::Norm, RunFigure::Mean, RunFigure::Largest, RunFigure::Nonfinite, RunFigure::Change};

/// True if it was read and contains any of the chosen tensors.
bool hasFigures(const HistoryStep& step);
/// Nullopt if the checkpoint is incomplete or was not read, or if there is no such figure.
std::optional<double> figureOf(const HistoryStep& step, RunFigure figure);

/// The number of NaN and infinities; 0 if unknown.
std::uint64_t nonfiniteCount(const HistoryStep& step);

/// "Norm".
QString figureName(RunFigure figure);
/// An explanation in one sentence.
QString figureHelp(RunFigure figure);
/// The title of an axis.
QString figureTitle(RunFigure figure);

enum class Digits : std::uint8_t {
    Few, ///< for display
    All, ///< round-trips exactly; for other programs
};

/// Empty if there is no such figure.
QString figureText(const HistoryStep& step, RunFigure figure, Digits digits = Digits::Few);

/// "Step 27 · norm 11.4308 · 1 NaN, 0 Inf · …": the figures of a checkpoint, or why it has none, on one line. Starts
/// with the figure `first`, with all its digits.
QString stepFiguresText(const HistoryStep& step, RunFigure first = RunFigure::Norm);
/// "first NaN/Inf in layers.1.w, element [2]", and why there is no change. Empty if there is nothing to note.
QString stepNoteText(const HistoryStep& step);
/// All that is known of a checkpoint, on one line.
QString stepText(const HistoryStep& step, RunFigure first = RunFigure::Norm);

} // namespace loupe
