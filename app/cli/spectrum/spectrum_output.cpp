#include "app/cli/spectrum/spectrum_output.h"

#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "core/text/percent.h"
#include "core/text/text.h"

#include <array>
#include <cstdio>
#include <set>
#include <utility>

namespace loupe {

namespace {

std::string shareText(const Spectrum& spectrum, std::size_t rank)
{
    return (spectrum.isExact ? "" : "at least ") + formatPercent(spectrum.energyKept(rank));
}

std::string rankText(const Spectrum& spectrum, double share)
{
    if (const auto rank = spectrum.rankFor(share))
        return (spectrum.isExact ? "" : "at most ") + formatCount(*rank) + " of "
            + formatCount(spectrum.matrix.smallerSide());
    return "more than " + formatCount(spectrum.values.size()) + ", which keep "
        + shareText(spectrum, spectrum.values.size());
}

std::string conditionText(const Spectrum& spectrum)
{
    if (const auto condition = spectrum.condition())
        return numberCell(condition);
    if (const auto least = spectrum.leastCondition())
        return "more than " + numberCell(least) + ": the smallest values cannot be distinguished from 0";
    return spectrum.isExact ? "unknown, as all values are 0"
                            : "unknown, as the smallest value is not among those that were found";
}

std::string kindOfValues(const Spectrum& spectrum)
{
    const std::string count = formatCount(spectrum.values.size());
    if (spectrum.isExact)
        return count + ", exact to " + numberCell(spectrum.largestError());
    return "the largest " + count + " of " + formatCount(spectrum.matrix.smallerSide())
        + ", by randomized SVD, each within " + numberCell(spectrum.largestError());
}

/// "0.12": an error bound with two digits.
std::string errorCell(double error)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2g", error);
    return text.data();
}

std::string largestText(const Spectrum& spectrum)
{
    const std::string text = numberCell(spectrum.largest());
    return spectrum.isExact ? text : text + " ± " + errorCell(spectrum.errors.front());
}

/// As a table cell.
std::string conditionCell(const Spectrum& spectrum)
{
    const auto least = spectrum.condition() ? std::nullopt : spectrum.leastCondition();
    return least ? "> " + numberCell(least) : numberCell(spectrum.condition());
}

/// The size as a table cell.
std::string sizeText(const TensorMatrix& matrix)
{
    return formatCount(matrix.rows) + " × " + formatCount(matrix.columns)
        + (matrix.stacked              ? ", number " + formatCount(*matrix.stacked)
                : matrix.isFlattened() ? ", flattened"
                                       : "");
}

/// " of matrix 0 of 8", " of the flattened 8 × 768 matrix"; empty if the tensor is a matrix.
std::string ofMatrix(const TensorMatrix& matrix)
{
    if (matrix.stacked)
        return " of matrix " + formatCount(*matrix.stacked) + " of " + formatCount(stackedMatrices(matrix.shape));
    if (!matrix.isFlattened())
        return {};
    return " of the flattened " + formatCount(matrix.rows) + " × " + formatCount(matrix.columns) + " matrix";
}

/// The ranks to list: powers of two, and requested ones.
std::set<std::size_t> ranksOf(const Spectrum& spectrum, const SpectrumQuestions& questions)
{
    std::set<std::size_t> ranks;
    for (std::size_t rank = 1; rank <= spectrum.values.size(); rank *= 2)
        ranks.insert(rank);
    ranks.insert(spectrum.values.size());
    if (const auto rank = spectrum.rankFor(questions.share); rank && *rank > 0)
        ranks.insert(*rank);
    if (questions.rank && *questions.rank > 0 && *questions.rank <= spectrum.values.size())
        ranks.insert(*questions.rank);
    return ranks;
}

} // namespace

std::string spectrumText(std::string_view name, const Spectrum& spectrum, const SpectrumQuestions& questions,
    bool isDifference, const Style& style)
{
    using enum Columns::Align;
    std::string text = style.bold(formatName(name)) + '\n';
    if (isDifference) {
        const auto rank = spectrum.rankFor(questions.share);
        const std::string of = ofMatrix(spectrum.matrix);
        if (spectrum.largest() == 0)
            text += "  There is no change" + of + ".\n";
        else if (rank)
            text += "  Rank " + formatCount(*rank) + " captures " + formatPercent(questions.share) + " of this change"
                + of + ".\n";
        else
            text += "  No rank up to " + formatCount(spectrum.values.size()) + " captures "
                + formatPercent(questions.share) + " of this change" + of + ".\n";
    }
    std::vector<std::vector<std::string>> figures{{"matrix", spectrum.matrix.text},
        {"singular values", kindOfValues(spectrum)}, {"largest", largestText(spectrum)},
        {"stable rank", numberCell(spectrum.stableRank())}, {"effective rank", numberCell(spectrum.effectiveRank())},
        {"condition number", conditionText(spectrum)}};
    if (const auto rank = spectrum.rank())
        figures.push_back({"rank", formatCount(*rank)});
    figures.push_back({"rank for " + formatPercent(questions.share), rankText(spectrum, questions.share)});
    if (questions.rank)
        figures.push_back({"energy of rank " + formatCount(*questions.rank), shareText(spectrum, *questions.rank)});
    text += table({Left, Left}, figures) + '\n';
    std::vector<std::vector<std::string>> rows{{"rank", "singular value"}};
    if (!spectrum.isExact)
        rows.back().push_back("error");
    rows.back().push_back("energy kept");
    for (const std::size_t rank : ranksOf(spectrum, questions)) {
        rows.push_back({formatCount(rank), numberCell(spectrum.values[rank - 1])});
        if (!spectrum.isExact)
            rows.back().push_back("± " + errorCell(spectrum.errors[rank - 1]));
        rows.back().push_back(shareText(spectrum, rank));
    }
    return text + table({Right, Decimal, Right, Right}, rows);
}

SpectrumTable::SpectrumTable(const SpectrumQuestions& questions)
    : m_questions(questions)
{
    m_rows.push_back({"tensor", "matrix", "values", "largest", "stable rank", "effective rank", "condition",
        "rank for " + formatPercent(questions.share)});
    if (questions.rank)
        m_rows.back().push_back("energy of rank " + formatCount(*questions.rank));
}

void SpectrumTable::add(std::string_view name, const Result<Spectrum>& spectrum)
{
    std::vector<std::string> row{formatName(name)};
    if (spectrum) {
        const auto rank = spectrum->rankFor(m_questions.share);
        row.insert(row.end(),
            {sizeText(spectrum->matrix), formatCount(spectrum->values.size()) + (spectrum->isExact ? "" : " largest"),
                numberCell(spectrum->largest()), numberCell(spectrum->stableRank()),
                numberCell(spectrum->effectiveRank()), conditionCell(*spectrum),
                rank ? formatCount(*rank) : "> " + formatCount(spectrum->values.size())});
        if (m_questions.rank)
            row.push_back(shareText(*spectrum, *m_questions.rank));
    }
    row.resize(m_rows.front().size(), "-");
    m_rows.push_back(std::move(row));
}

std::string SpectrumTable::text() const
{
    using enum Columns::Align;
    std::vector<Columns::Align> aligns{Left, Right, Right, Decimal, Decimal, Decimal, Decimal, Right};
    aligns.resize(m_rows.front().size(), Right);
    return table(Columns(std::move(aligns)), m_rows);
}

} // namespace loupe
