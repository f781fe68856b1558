#pragma once

#include "analysis/statistics/health_remarks.h"

#include <array>
#include <string_view>

namespace loupe {

/// A remark in words, and when it applies: the window, `tloupe scan` and the manual say the same.
struct HealthRule {
    HealthRemark remark;
    const char* title; ///< as a heading: "Outliers"
    const char* rule; ///< a sentence with the threshold; of the context "loupe::Health" for translations
    const char* filter; ///< words that find all tensors with such values, also those that are usual; may be empty
    bool isWarning = true; ///< else it is worth knowing, and usual
};

/// In the order of HealthRemark.
const std::array<HealthRule, healthRemarkCount>& healthRules();
const HealthRule& ruleOf(HealthRemark remark);

/// Whether a name says that its tensor may well hold one value only: a bias, a norm, a mask, a scale, the half of a
/// LoRA that begins with zeros, or what an optimizer has not used.
bool isUsuallyConstant(std::string_view name);

} // namespace loupe
