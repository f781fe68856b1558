#include "items/spectrum/spectrum_text.h"

#include "core/text/percent.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>

namespace loupe {

namespace {

class SpectrumText {
    Q_DECLARE_TR_FUNCTIONS(loupe::SpectrumText)
};

constexpr double share = 0.999;

QString numberText(double number)
{
    return QString::number(number, 'g', 6);
}

QString numberText(const std::optional<double>& number)
{
    return number ? numberText(*number) : SpectrumText::tr("unknown");
}

/// "2.604 ± 0.00013"; a value that is exact to rounding has no error.
QString valueText(const Spectrum& spectrum, std::size_t index)
{
    const QString text = numberText(spectrum.values[index]);
    return spectrum.isExact ? text
                            : QStringLiteral("%1 ± %2").arg(text, QString::number(spectrum.errors[index], 'g', 2));
}

QString rankText(const Spectrum& spectrum)
{
    const auto rank = spectrum.rankFor(share);
    if (!rank)
        return SpectrumText::tr("more than %1").arg(groupedCount(spectrum.values.size()));
    return (spectrum.isExact ? SpectrumText::tr("%1 of %2") : SpectrumText::tr("at most %1 of %2"))
        .arg(groupedCount(*rank), groupedCount(spectrum.matrix.smallerSide()));
}

QString conditionText(const Spectrum& spectrum)
{
    if (const auto condition = spectrum.condition(); condition || !spectrum.leastCondition())
        return numberText(condition);
    return SpectrumText::tr("more than %1").arg(numberText(spectrum.leastCondition()));
}

QString matrixText(const TensorMatrix& matrix)
{
    const QString size = QStringLiteral("%1 × %2").arg(groupedCount(matrix.rows), groupedCount(matrix.columns));
    if (matrix.stacked)
        return SpectrumText::tr("%1, matrix %2 of %3", "size, index, number of matrices")
            .arg(size, groupedCount(*matrix.stacked), groupedCount(stackedMatrices(matrix.shape)));
    return matrix.isFlattened() ? SpectrumText::tr("%1, flattened").arg(size) : size;
}

QString valuesText(const Spectrum& spectrum)
{
    if (spectrum.isExact)
        return groupedCount(spectrum.values.size());
    return SpectrumText::tr("largest %1 of %2")
        .arg(groupedCount(spectrum.values.size()), groupedCount(spectrum.matrix.smallerSide()));
}

QString accuracyText(const Spectrum& spectrum)
{
    if (spectrum.isExact) {
        return SpectrumText::tr(
            "All singular values, each accurate to %1. Smaller ones are not distinguishable from zero.")
            .arg(numberText(spectrum.largestError()));
    }
    return SpectrumText::tr("Both sides of the matrix are large, so only the largest values were computed, by "
                            "randomized SVD. Each is within %1 of a true value, and none is greater than the true one.")
        .arg(numberText(spectrum.largestError()));
}

} // namespace

std::vector<SpectrumFigure> spectrumFigures(const Spectrum& spectrum)
{
    const auto rank = spectrum.rank();
    return {
        {SpectrumText::tr("Rank for 99.9 %"), rankText(spectrum),
            SpectrumText::tr(
                "The smallest rank that keeps 99.9 % of the energy, which is the sum of the squares of the "
                "singular values and of all elements.")},
        {SpectrumText::tr("Stable rank"), numberText(spectrum.stableRank()),
            SpectrumText::tr("The energy divided by that of the largest singular value. It changes little when small "
                             "values change.")},
        {SpectrumText::tr("Effective rank"), numberText(spectrum.effectiveRank()),
            SpectrumText::tr("exp(−Σ p ln p), with p the share of each singular value in their sum "
                             "(O. Roy and M. Vetterli, 2007).")},
        {SpectrumText::tr("Rank"), rank ? groupedCount(*rank) : SpectrumText::tr("unknown"),
            SpectrumText::tr("How many singular values are distinguishable from zero.")},
        {SpectrumText::tr("Condition"), conditionText(spectrum),
            SpectrumText::tr("The largest singular value divided by the smallest one.")},
        {SpectrumText::tr("Largest"), spectrum.values.empty() ? numberText(0) : valueText(spectrum, 0),
            SpectrumText::tr("The largest singular value: how much the matrix stretches a vector at most.")},
        {SpectrumText::tr("Values"), valuesText(spectrum), accuracyText(spectrum)},
        {SpectrumText::tr("Matrix"), matrixText(spectrum.matrix),
            SpectrumText::tr(
                "Rows and columns of the analyzed matrix. With more than two dimensions, it is one of a stack, "
                "numbered from 0, or flattened: all dimensions after the first one are columns.")},
    };
}

QString changeText(const Spectrum& spectrum)
{
    const TensorMatrix& matrix = spectrum.matrix;
    if (spectrum.largest() == 0) {
        return matrix.stacked ? SpectrumText::tr("There is no change of matrix %1.").arg(groupedCount(*matrix.stacked))
                              : SpectrumText::tr("There is no change.");
    }
    const auto found = spectrum.rankFor(share);
    const QString rank = groupedCount(found.value_or(spectrum.values.size()));
    if (matrix.stacked) {
        const QString text = found ? SpectrumText::tr("Rank %2 captures 99.9 % of the change of matrix %1.")
                                   : SpectrumText::tr("No rank up to %2 captures 99.9 % of the change of matrix %1.");
        return text.arg(groupedCount(*matrix.stacked), rank);
    }
    if (matrix.isFlattened()) {
        const QString text = found
            ? SpectrumText::tr("Rank %3 captures 99.9 % of this change, flattened to %1 × %2.")
            : SpectrumText::tr("No rank up to %3 captures 99.9 % of this change, flattened to %1 × %2.");
        return text.arg(groupedCount(matrix.rows), groupedCount(matrix.columns), rank);
    }
    return (found ? SpectrumText::tr("Rank %1 captures 99.9 % of this change.")
                  : SpectrumText::tr("No rank up to %1 captures 99.9 % of this change."))
        .arg(rank);
}

QString spectrumReadout(const Spectrum& spectrum, const std::vector<double>& energyCurve, std::size_t index)
{
    if (spectrum.values[index] <= spectrum.floor)
        return SpectrumText::tr("Value %1 is not distinguishable from zero").arg(groupedCount(index + 1));
    const QString kept = spectrum.isExact ? SpectrumText::tr("Value %1 is %2; rank %1 keeps %3 of the energy")
                                          : SpectrumText::tr("Value %1 is %2; rank %1 keeps at least %3 of the energy");
    return kept.arg(groupedCount(index + 1), valueText(spectrum, index), toQString(formatPercent(energyCurve[index])));
}

} // namespace loupe
