#include "analysis/statistics/summary_sum.h"

#include "core/checked_math.h"

#include <algorithm>

namespace loupe {

namespace {

std::uint64_t finiteElements(const Summary& summary)
{
    std::uint64_t others = summary.null.value_or(0);
    for (const auto& count : {summary.nan, summary.positiveInf, summary.negativeInf})
        others = saturatingAdd(others, count.value_or(0));
    return summary.elements - std::min(summary.elements, others);
}

/// Compares as doubles, which is exact enough, since dtypes may differ.
template <typename Beyond>
void widenEnd(std::optional<Scalar>& end, const std::optional<Scalar>& value, Beyond&& isBeyond)
{
    if (value && (!end || isBeyond(value->toDouble(), end->toDouble())))
        end = Scalar{.kind = Scalar::Kind::Float, .real = value->toDouble()};
}

} // namespace

void SummarySum::add(const Summary& summary)
{
    m_sum.elements = saturatingAdd(m_sum.elements, summary.elements);
    for (const auto count :
        {&Summary::null, &Summary::nan, &Summary::positiveInf, &Summary::negativeInf, &Summary::zero})
        addCount(count, summary);
    widenEnd(m_sum.minimum, summary.minimum, [](double a, double b) { return a < b; });
    widenEnd(m_sum.maximum, summary.maximum, [](double a, double b) { return a > b; });
    if (!summary.mean || !summary.standardDeviation)
        return;
    const auto finite = static_cast<long double>(finiteElements(summary));
    const auto deviation = static_cast<long double>(*summary.standardDeviation);
    m_moments.merge({.count = finiteElements(summary),
        .pivot = static_cast<long double>(*summary.mean),
        .squares = deviation * deviation * finite});
}

Summary SummarySum::sum() const
{
    Summary sum = m_sum;
    sum.mean = m_moments.finalMean();
    sum.standardDeviation = m_moments.finalDeviation();
    return sum;
}

void SummarySum::addCount(std::optional<std::uint64_t> Summary::*count, const Summary& summary)
{
    if (summary.*count)
        m_sum.*count = saturatingAdd((m_sum.*count).value_or(0), *(summary.*count));
}

} // namespace loupe
