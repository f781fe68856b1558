#include "items/history/run_figure.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace loupe {

namespace {

class RunFigureText {
    Q_DECLARE_TR_FUNCTIONS(loupe::RunFigure)
};

const QString partSeparator = QStringLiteral(" · ");

QString runFigureText(double value, Digits digits)
{
    constexpr int few = 6;
    return digits == Digits::All ? QString::number(value, 'g', QLocale::FloatingPointShortest)
                                 : shownNumber(QString::number(value, 'g', few));
}

/// "norm %1".
QString figureInLine(RunFigure figure)
{
    switch (figure) {
    case RunFigure::Norm:
        return RunFigureText::tr("norm %1");
    case RunFigure::Mean:
        return RunFigureText::tr("mean %1");
    case RunFigure::Largest:
        return RunFigureText::tr("largest %1");
    case RunFigure::Change:
        return RunFigureText::tr("change %1");
    case RunFigure::Nonfinite:
        break;
    }
    return {};
}

} // namespace

bool hasFigures(const HistoryStep& step)
{
    return step.figures && step.figures->tensors > 0;
}

std::optional<double> figureOf(const HistoryStep& step, RunFigure figure)
{
    if (!step.figures)
        return std::nullopt;
    switch (figure) {
    case RunFigure::Norm:
        return step.figures->norm;
    case RunFigure::Mean:
        return step.figures->mean;
    case RunFigure::Largest:
        return step.figures->largest;
    case RunFigure::Nonfinite:
        return step.figures->tensors > step.figures->unknown ? std::optional(double(nonfiniteCount(step)))
                                                             : std::nullopt;
    case RunFigure::Change:
        return step.change;
    }
    return std::nullopt;
}

std::uint64_t nonfiniteCount(const HistoryStep& step)
{
    return step.figures ? step.figures->nan + step.figures->positiveInf + step.figures->negativeInf : 0;
}

QString figureName(RunFigure figure)
{
    switch (figure) {
    case RunFigure::Norm:
        return RunFigureText::tr("Norm");
    case RunFigure::Mean:
        return RunFigureText::tr("Mean");
    case RunFigure::Largest:
        return RunFigureText::tr("Largest");
    case RunFigure::Nonfinite:
        return RunFigureText::tr("NaN/Inf");
    case RunFigure::Change:
        return RunFigureText::tr("Change");
    }
    return {};
}

QString figureHelp(RunFigure figure)
{
    switch (figure) {
    case RunFigure::Norm:
        return RunFigureText::tr("The square root of the sum of all squares, over finite values");
    case RunFigure::Mean:
        return RunFigureText::tr("The mean of all finite values");
    case RunFigure::Largest:
        return RunFigureText::tr("The largest magnitude of a finite value");
    case RunFigure::Nonfinite:
        return RunFigureText::tr("How many values are NaN or infinite");
    case RunFigure::Change:
        return RunFigureText::tr("The norm of the difference to the step before, divided by the norm of that step");
    }
    return {};
}

QString figureTitle(RunFigure figure)
{
    switch (figure) {
    case RunFigure::Norm:
        return RunFigureText::tr("L2 norm");
    case RunFigure::Mean:
        return RunFigureText::tr("Mean");
    case RunFigure::Largest:
        return RunFigureText::tr("Largest magnitude");
    case RunFigure::Nonfinite:
        return RunFigureText::tr("NaN and infinite values");
    case RunFigure::Change:
        return RunFigureText::tr("Relative change");
    }
    return {};
}

QString figureText(const HistoryStep& step, RunFigure figure, Digits digits)
{
    const auto value = figureOf(step, figure);
    if (!value)
        return {};
    if (figure != RunFigure::Nonfinite)
        return runFigureText(*value, digits);
    return digits == Digits::All ? QString::number(nonfiniteCount(step)) : groupedCount(nonfiniteCount(step));
}

QString stepFiguresText(const HistoryStep& step, RunFigure first)
{
    const RunCheckpoint& checkpoint = step.checkpoint;
    QStringList parts{
        checkpoint.step ? RunFigureText::tr("Step %1").arg(*checkpoint.step) : toQString(printable(checkpoint.name))};
    if (!step.figures) {
        parts << (step.checkpoint.whyNotWhole.empty()
                ? RunFigureText::tr("not read yet")
                : RunFigureText::tr("incomplete: %1").arg(toQString(printable(step.checkpoint.whyNotWhole))));
    }
    const auto add = [&](RunFigure figure, Digits digits) {
        if (const QString text = figureInLine(figure); !text.isEmpty() && figureOf(step, figure))
            parts << text.arg(shownNumber(figureText(step, figure, digits)));
    };
    add(first, Digits::All);
    const auto& figures = step.figures;
    if (figures && (nonfiniteCount(step) > 0 || first == RunFigure::Nonfinite))
        parts << RunFigureText::tr("%1 NaN, %2 Inf")
                     .arg(groupedCount(figures->nan), groupedCount(figures->positiveInf + figures->negativeInf));
    for (const RunFigure figure : allRunFigures) {
        if (figure != first)
            add(figure, Digits::Few);
    }
    return parts.join(partSeparator);
}

QString stepNoteText(const HistoryStep& step)
{
    QStringList parts;
    if (const auto& place = step.firstNonfinite)
        parts << RunFigureText::tr("first NaN/Inf in %1, element %2")
                     .arg(toQString(printable(place->tensor)), toQString(printable(place->place)));
    if (!step.changeNote.empty())
        parts << RunFigureText::tr("no change: %1").arg(toQString(printable(step.changeNote)));
    return parts.join(partSeparator);
}

QString stepText(const HistoryStep& step, RunFigure first)
{
    const QString note = stepNoteText(step);
    return note.isEmpty() ? stepFiguresText(step, first) : stepFiguresText(step, first) + partSeparator + note;
}

} // namespace loupe
