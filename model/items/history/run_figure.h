#pragma once

#include "history/history.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>

namespace loupe {

/// A figure of each checkpoint of a run, which a curve shows.
enum class RunFigure : std::uint8_t { Norm, Mean, Largest, Nonfinite, Change };

inline constexpr std::array allRunFigures{
    RunFigure::Norm, RunFigure::Mean, RunFigure::Largest, RunFigure::Nonfinite, RunFigure::Change};

/// It is read, and has tensors of what was chosen.
bool hasFigures(const HistoryStep& step);
/// Nothing if the checkpoint is not whole or not read, or has no such figure.
std::optional<double> figureOf(const HistoryStep& step, RunFigure figure);

/// NaN and infinities; 0 if they are not known.
std::uint64_t nonfiniteCount(const HistoryStep& step);

/// "Norm".
QString figureName(RunFigure figure);
/// What it is, in a sentence.
QString figureHelp(RunFigure figure);
/// Along an axis.
QString figureTitle(RunFigure figure);

enum class Digits : std::uint8_t {
    Few, ///< as people read it
    All, ///< reads back as the same number; as programs write it
};

/// Empty if there is none.
QString figureText(const HistoryStep& step, RunFigure figure, Digits digits = Digits::Few);

/// "Step 27 · norm 11.4308 · 1 NaN, 0 Inf · …": the figures of a checkpoint, or why it has none, in a line; `first`
/// comes first, with all its digits.
QString stepFiguresText(const HistoryStep& step, RunFigure first = RunFigure::Norm);
/// "first NaN/Inf in layers.1.w, element [2]", and why there is no change; empty if there is nothing to say.
QString stepNoteText(const HistoryStep& step);
/// All that is known of a checkpoint, in a line.
QString stepText(const HistoryStep& step, RunFigure first = RunFigure::Norm);

} // namespace loupe
