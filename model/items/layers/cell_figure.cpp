#include "items/layers/cell_figure.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace loupe {

namespace {

class FigureWords {
    Q_DECLARE_TR_FUNCTIONS(loupe::CellFigure)
};

constexpr double percent = 0.01;

std::uint64_t wholeNumber(double value)
{
    constexpr double most = 18e18;
    return static_cast<std::uint64_t>(std::min(value, most));
}

QString withUnit(const QString& number, const QString& unit)
{
    return unit.isEmpty() ? number : number + QChar(0xa0) + unit;
}

QString fewDigits(double value)
{
    constexpr int digits = 4;
    return QString::number(value, 'g', digits);
}

QString wholeDigits(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

QString figureName(CellFigure figure)
{
    switch (figure) {
    case CellFigure::Bytes:
        return FigureWords::tr("Size");
    case CellFigure::BitsPerWeight:
        return FigureWords::tr("Bits per weight");
    case CellFigure::DType:
        return FigureWords::tr("DType");
    case CellFigure::StandardDeviation:
        return FigureWords::tr("Standard deviation");
    case CellFigure::Largest:
        return FigureWords::tr("Max |x|");
    case CellFigure::Zeros:
        return FigureWords::tr("Zeros");
    case CellFigure::Nonfinite:
        return FigureWords::tr("NaN and infinities");
    case CellFigure::Farthest:
        return FigureWords::tr("Max σ (outliers)");
    case CellFigure::StableRank:
        return FigureWords::tr("Stable rank");
    case CellFigure::UpdateNorm:
        return FigureWords::tr("Update norm");
    }
    return {};
}

QString figureHelp(CellFigure figure)
{
    switch (figure) {
    case CellFigure::Bytes:
        return FigureWords::tr("Bytes in the files. Several tensors in a cell: the sum.");
    case CellFigure::BitsPerWeight:
        return FigureWords::tr("Bits in the files for each element, scales and other parts of quantized weights "
                               "included. Several tensors in a cell: of all of them together.");
    case CellFigure::DType:
        return FigureWords::tr("Type of the elements, as the file spells it.");
    case CellFigure::StandardDeviation:
        return FigureWords::tr("Root of the mean squared distance of the finite values from their mean. Several "
                               "tensors in a cell: of all their values together.");
    case CellFigure::Largest:
        return FigureWords::tr("Largest |x| of the finite values.");
    case CellFigure::Zeros:
        return FigureWords::tr("Elements that are 0, in percent of all elements. Several tensors in a cell: of all "
                               "their elements together.");
    case CellFigure::Nonfinite:
        return FigureWords::tr("Number of elements that are NaN or infinite.");
    case CellFigure::Farthest:
        return FigureWords::tr("Distance of the farthest value from the mean, in standard deviations (σ) of the other "
                               "values. Beyond 1,000 σ it is an outlier. Several tensors in a cell: the largest of "
                               "them.");
    case CellFigure::StableRank:
        return FigureWords::tr("Sum of the squares of all values, divided by the square of the largest singular "
                               "value: ‖A‖F² / σ1². A matrix has at least 1, and at most its rank. Dimensions after "
                               "the first one are columns. Several tensors in a cell: the mean.");
    case CellFigure::UpdateNorm:
        return FigureWords::tr("Frobenius norm of the update that the module of the tensor makes: ‖s · B · A‖F. Both "
                               "factors have that of their module. Where nothing says the scale s, it is 1. Several "
                               "tensors in a cell: the root of the sum of the squares.");
    }
    return {};
}

FigureUnit unitOf(CellFigure figure, double largest)
{
    switch (figure) {
    case CellFigure::Bytes: {
        constexpr double step = 1024;
        FigureUnit unit{.name = FigureWords::tr("bytes")};
        for (const char* const name : {"KiB", "MiB", "GiB", "TiB", "PiB"}) {
            if (largest < unit.size * step)
                break;
            unit = {.size = unit.size * step, .name = QString::fromLatin1(name)};
        }
        return unit;
    }
    case CellFigure::Zeros:
        return {.size = percent, .name = QStringLiteral("%")};
    case CellFigure::Farthest:
        return {.name = QStringLiteral("σ")};
    default:
        return {};
    }
}

QString axisTitle(CellFigure figure, const FigureUnit& unit)
{
    const QString name = figureName(figure);
    return unit.name.isEmpty() || name.contains(unit.name) ? name : QStringLiteral("%1 (%2)").arg(name, unit.name);
}

QString shortFigureText(CellFigure figure, double value)
{
    switch (figure) {
    case CellFigure::Bytes:
        return toQString(formatBytes(wholeNumber(value)));
    case CellFigure::Nonfinite:
        return groupedCount(wholeNumber(value));
    default: {
        const FigureUnit unit = unitOf(figure, value);
        return withUnit(fewDigits(value / unit.size), unit.name);
    }
    }
}

QString wholeFigureText(CellFigure figure, double value)
{
    switch (figure) {
    case CellFigure::Bytes:
        return byteCountText(wholeNumber(value));
    case CellFigure::Nonfinite:
        return groupedCount(wholeNumber(value));
    case CellFigure::StableRank:
        return fewDigits(value); // the search is not more precise
    default: {
        const FigureUnit unit = unitOf(figure, value);
        return withUnit(wholeDigits(value / unit.size), unit.name);
    }
    }
}

} // namespace loupe
