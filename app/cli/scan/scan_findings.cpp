#include "app/cli/scan/scan_findings.h"

#include "analysis/statistics/health_remarks.h"
#include "app/cli/stats/stats_output.h"
#include "core/text/text.h"

#include <array>
#include <string>
#include <string_view>

namespace loupe {

namespace {

struct RemarkRule {
    HealthRemark remark;
    Severity severity;
    std::string_view code;
};

constexpr std::array remarkRules{RemarkRule{HealthRemark::NaN, Severity::Error, "nan"},
    RemarkRule{HealthRemark::Infinite, Severity::Error, "infinity"},
    RemarkRule{HealthRemark::Outliers, Severity::Warning, "outliers"},
    RemarkRule{HealthRemark::AllZero, Severity::Warning, "all-zero"},
    RemarkRule{HealthRemark::Constant, Severity::Warning, "constant"},
    RemarkRule{HealthRemark::Subnormal, Severity::Warning, "subnormal"},
    RemarkRule{HealthRemark::Duplicate, Severity::Note, "duplicate"}};

std::string remarkText(HealthRemark remark, const Checkpoint& checkpoint, const Tensor& tensor, const Health& health,
    const HealthSums& sums)
{
    switch (remark) {
    case HealthRemark::NaN:
    case HealthRemark::Infinite: {
        const bool isNan = remark == HealthRemark::NaN;
        const std::string count = isNan ? formatCount(sums.nan) + " NaN" : counted(sums.infinite, "infinite element");
        return count + "; the first NaN or infinity: " + placeText(tensor.shape, *health.summary.firstNonfinite);
    }
    case HealthRemark::Outliers:
        return "an element is " + formatCount(static_cast<std::uint64_t>(*health.sigmas))
            + " standard deviations from the mean";
    case HealthRemark::AllZero:
        return "all elements are zero";
    case HealthRemark::Constant:
        return "all elements are the same value";
    case HealthRemark::Subnormal:
        return "many elements are subnormal";
    case HealthRemark::Duplicate:
        return "has the bytes of " + formatName(checkpoint.tensors[*health.duplicateOf].name);
    case HealthRemark::Unread:
    case HealthRemark::Quantization:
        break; // there is no rule for these
    }
    return {};
}

} // namespace

void addScanFindings(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health, Findings& findings)
{
    if (!health)
        return;
    const Tensor& described = checkpoint.tensors[tensor];
    const HealthSums sums = healthOf(described, health);
    for (const auto& [remark, severity, code] : remarkRules) {
        if (sums.count(remark) == 0)
            continue;
        findings.add(Finding{.severity = severity,
            .code = code,
            .message = formatName(described.name) + ": " + remarkText(remark, checkpoint, described, *health, sums),
            .file = described.file,
            .offset = described.storage ? std::nullopt : std::optional(described.bytes.begin),
            .tensor = std::string(described.name),
            .aboutTensor = true});
    }
}

} // namespace loupe
