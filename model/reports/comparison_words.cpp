#include "reports/comparison_words.h"

#include "core/text/text.h"

#include <cmath>

namespace loupe {

std::string_view pairStatusWords(PairStatus status)
{
    switch (status) {
    case PairStatus::Identical:
        return "identical";
    case PairStatus::Changed:
        return "changed";
    case PairStatus::OnlyA:
        return "only in A";
    case PairStatus::OnlyB:
        return "only in B";
    case PairStatus::ShapeChanged:
        return "other shape";
    case PairStatus::NotCompared:
        return "not compared";
    }
    return {};
}

std::string_view pairStatusWords(const TensorPair& pair, PairStatus status)
{
    return status == PairStatus::Identical && pair.dtypeChanged ? "same values" : pairStatusWords(status);
}

std::string_view pairStatusHeading(PairStatus status)
{
    switch (status) {
    case PairStatus::Identical:
        return "Identical tensors";
    case PairStatus::Changed:
        return "Changed tensors";
    case PairStatus::OnlyA:
        return "Tensors only in A";
    case PairStatus::OnlyB:
        return "Tensors only in B";
    case PairStatus::ShapeChanged:
        return "Tensors of another shape";
    case PairStatus::NotCompared:
        return "Tensors whose values were not compared";
    }
    return {};
}

int cosineDigits(double cosine, int least)
{
    const double rest = 1 - std::abs(cosine);
    int digits = least;
    // A value within half a unit of the last digit from 1 would read as 1.
    for (double half = 0.5 * std::pow(10.0, -least); rest > 0 && rest <= half * (1 + 1e-9) && digits < 17; half /= 10)
        ++digits;
    return digits;
}

std::string_view nonfiniteWords(NonfiniteChange change)
{
    switch (change) {
    case NonfiniteChange::None:
        break;
    case NonfiniteChange::Both:
        return "other NaN or Inf";
    case NonfiniteChange::OnlyA:
        return "NaN or Inf only in A";
    case NonfiniteChange::OnlyB:
        return "NaN or Inf only in B";
    case NonfiniteChange::OneSide:
        return "NaN or Inf only in A, others only in B";
    }
    return {};
}

std::string pairRemarks(const TensorPair& pair, const PairOutcome& outcome, std::string_view errorText)
{
    std::string text;
    const auto add = [&](const std::string& remark) { text += (text.empty() ? "" : "; ") + remark; };
    if (pair.by == PairedBy::Digest)
        add("matched by content");
    if (pair.by == PairedBy::Place)
        add("matched by position, a guess");
    if (outcome.error)
        add(std::string(errorText));
    const Delta delta = outcome.delta.value_or(Delta{});
    if (delta.differing == 0U && delta.differingBits.value_or(0) > 0)
        add(counted(*delta.differingBits, "element") + " in bits alone");
    if (delta.nonfiniteOnlyA.value_or(0) > 0)
        add(formatCount(*delta.nonfiniteOnlyA) + " NaN or Inf only in A");
    if (delta.nonfiniteOnlyB.value_or(0) > 0)
        add(formatCount(*delta.nonfiniteOnlyB) + " NaN or Inf only in B");
    if (delta.nullOnlyA > 0)
        add(formatCount(delta.nullOnlyA) + " null only in A");
    if (delta.nullOnlyB > 0)
        add(formatCount(delta.nullOnlyB) + " null only in B");
    if (delta.maximum.value_or(0) == 0 && nonfiniteDiffer(delta))
        add("only NaN and Inf differ");
    if (delta.beyondTolerance)
        add(formatCount(*delta.beyondTolerance) + " beyond the tolerance");
    if (!delta.note.empty())
        add(std::string(delta.note));
    return text;
}

} // namespace loupe
