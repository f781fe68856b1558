#pragma once

#include "analysis/statistics/health_remarks.h"

#include <array>
#include <string_view>

namespace loupe {

/// The description of a remark and its condition. The window, `tloupe scan` and the manual use the same text.
struct HealthRule {
    HealthRemark remark;
    const char* title; ///< heading: "Outliers"
    const char* rule; ///< a sentence with the threshold; in the context "loupe::Health" for translations
    /// Filter that finds all tensors with such values, even if that is normal for them; may be empty.
    const char* filter;
    bool isWarning = true; ///< otherwise worth knowing, but normal
};

/// In the order of HealthRemark.
const std::array<HealthRule, healthRemarkCount>& healthRules();
const HealthRule& ruleOf(HealthRemark remark);

/// True if a tensor with this name may normally have a single value: a bias, a norm, a mask, a scale, the half of a
/// LoRA that is initialized to zeros, or unused optimizer state.
bool isUsuallyConstant(std::string_view name);

} // namespace loupe
