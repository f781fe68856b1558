#include "analysis/statistics/health_remarks.h"

#include "analysis/statistics/health_rules.h"

#include <algorithm>
#include <bit>
#include <string>

namespace loupe {

namespace {

/// In floats of at most this many bits, many subnormals are normal.
constexpr unsigned narrowBits = 8;

bool hasManySubnormals(DType dtype, const Summary& summary)
{
    if (!summary.parts.empty())
        return std::any_of(summary.parts.begin(), summary.parts.end(),
            [](const Summary& part) { return hasManySubnormals(part.dtype, part); });
    return bitsPerElement(dtype) > narrowBits && summary.subnormal.value_or(0) > 0
        && static_cast<double>(*summary.subnormal)
        >= noteworthySubnormalShare * static_cast<double>(presentElements(summary));
}

bool isFloat(DType dtype)
{
    return info(dtype).kind == DTypeKind::Float;
}

/// Whether the tensor has more than one row and column, like weights but unlike biases and norms.
bool isMatrix(const Tensor& tensor)
{
    return std::ranges::count_if(tensor.shape, [](std::uint64_t size) { return size > 1; }) > 1;
}

/// Complex tensors have no count of zeros; they are zero if both parts are.
bool isAllZero(const Health& health)
{
    return health.constant && health.largestMagnitude == 0.0;
}

/// Whether the finding is about missing chunks of an array, which says nothing about its values.
bool isOfChunks(const Finding& finding)
{
    return finding.code.starts_with("chunk-");
}

} // namespace

void HealthSums::add(const HealthSums& other)
{
    tensors += other.tensors;
    for (std::size_t i = 0; i < remarks.size(); ++i)
        remarks[i] += other.remarks[i];
    nan += other.nan;
    infinite += other.infinite;
    unknown += other.unknown;
    sigmas = std::max(sigmas, other.sigmas);
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    odd += other.odd;
    warned += other.warned;
}

std::optional<HealthRemark> HealthSums::worst() const
{
    const auto end = remarks.begin() + healthWarningCount;
    const auto found = std::find_if(remarks.begin(), end, [](std::uint32_t count) { return count > 0; });
    if (found == end)
        return std::nullopt;
    return static_cast<HealthRemark>(found - remarks.begin());
}

std::uint64_t HealthSums::rank() const
{
    if (tensors == 0)
        return 0;
    constexpr std::uint64_t most = (std::uint64_t{1} << 56) - 1;
    const auto remark = worst();
    if (!remark) // the bits of positive floats increase with their values
        return std::uint64_t{1} + std::bit_cast<std::uint32_t>(static_cast<float>(sigmas));
    const std::uint64_t amount = *remark == HealthRemark::NaN ? nan
        : *remark == HealthRemark::Infinite                   ? infinite
                                                              : count(*remark);
    return (healthRemarkCount - static_cast<std::uint64_t>(*remark)) << 56 | std::min(amount, most);
}

HealthSums healthOf(const Tensor& tensor, const Result<Health>& health)
{
    HealthSums sums{.tensors = 1};
    const auto count = [&](HealthRemark remark, bool applies) {
        sums.remarks[static_cast<std::size_t>(remark)] = applies ? 1 : 0;
    };
    if (!health) {
        count(HealthRemark::Unread, true);
        return sums;
    }
    const Summary& summary = health->summary;
    sums.nan = summary.nan.value_or(0);
    sums.infinite = summary.positiveInf.value_or(0) + summary.negativeInf.value_or(0);
    sums.unknown = summary.note.empty() ? 0 : 1;
    sums.sigmas = health->sigmas.value_or(0);
    if (summary.minimum && summary.maximum) {
        sums.least = summary.minimum->toDouble();
        sums.greatest = summary.maximum->toDouble();
    }
    const bool constant =
        health->constant && isMatrix(tensor) && isFloat(tensor.dtype) && !isUsuallyConstant(tensor.name);
    count(HealthRemark::NaN, sums.nan > 0);
    count(HealthRemark::Infinite, sums.infinite > 0);
    count(HealthRemark::Quantization, !std::ranges::all_of(health->findings, isOfChunks));
    count(HealthRemark::Outliers, health->outliers());
    count(HealthRemark::AllZero, constant && isAllZero(*health));
    count(HealthRemark::Constant, constant && !isAllZero(*health));
    count(HealthRemark::Subnormal, hasManySubnormals(tensor.dtype, summary));
    count(HealthRemark::Duplicate, health->duplicateOf.has_value() && !health->constant);
    for (const HealthRemark remark : {HealthRemark::Quantization, HealthRemark::Outliers, HealthRemark::AllZero,
             HealthRemark::Constant, HealthRemark::Subnormal})
        sums.odd |= sums.count(remark);
    sums.warned = sums.worst() ? 1 : 0;
    return sums;
}

Finding findingsNotKept(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return {.severity = Severity::Warning,
        .code = "more-findings",
        .message = "this weight has findings, too; only those of the first weights are kept",
        .file = checkpoint.tensors[tensor].file,
        .tensor = std::string(checkpoint.tensors[tensor].name),
        .aboutTensor = true};
}

} // namespace loupe
