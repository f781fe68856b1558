#include "analysis/statistics/health_rules.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <string>

// For lupdate; this layer knows no Qt.
#define QT_TRANSLATE_NOOP(context, text) text

namespace loupe {

const std::array<HealthRule, healthRemarkCount>& healthRules()
{
    static constexpr std::array<HealthRule, healthRemarkCount> rules{{
        {HealthRemark::Unread, QT_TRANSLATE_NOOP("loupe::Health", "Not readable"),
            QT_TRANSLATE_NOOP("loupe::Health", "The values could not be read."), ""},
        {HealthRemark::NaN, QT_TRANSLATE_NOOP("loupe::Health", "NaN"),
            QT_TRANSLATE_NOOP("loupe::Health", "At least one element is NaN."), "nan:>0"},
        {HealthRemark::Infinite, QT_TRANSLATE_NOOP("loupe::Health", "Infinite"),
            QT_TRANSLATE_NOOP("loupe::Health", "At least one element is infinite."), "inf:>0"},
        {HealthRemark::Outliers, QT_TRANSLATE_NOOP("loupe::Health", "Outliers"),
            QT_TRANSLATE_NOOP("loupe::Health",
                "An element is more than 1,000 standard deviations (σ) of the others from the mean. Normally "
                "distributed values stay below 10 σ, heavy tails of trained weights below a few hundred."),
            "sigma:>1000"},
        {HealthRemark::AllZero, QT_TRANSLATE_NOOP("loupe::Health", "All zero"),
            QT_TRANSLATE_NOOP("loupe::Health",
                "All elements of a matrix of floats are zero. Biases, norms, scales, masks, LoRA B matrices and "
                "optimizer states often are, and are not counted."),
            "zero:100%"},
        {HealthRemark::Constant, QT_TRANSLATE_NOOP("loupe::Health", "Constant"),
            QT_TRANSLATE_NOOP("loupe::Health",
                "All elements of a matrix of floats have the same value. Biases, norms, scales and masks often do, and "
                "are not counted."),
            "constant:yes"},
        {HealthRemark::Subnormal, QT_TRANSLATE_NOOP("loupe::Health", "Subnormal"),
            QT_TRANSLATE_NOOP("loupe::Health",
                "At least 10 % of the elements are subnormal: so close to 0 that they have lost precision. Types of 8 "
                "bits and fewer have many of them, and are not counted."),
            "subnormal:>=10%"},
        {HealthRemark::Duplicate, QT_TRANSLATE_NOOP("loupe::Health", "Duplicate"),
            QT_TRANSLATE_NOOP("loupe::Health",
                "The same dtype, size and bytes as an earlier tensor, as tied embeddings have. Constant tensors are "
                "not counted."),
            "duplicate:yes", false},
    }};
    return rules;
}

const HealthRule& ruleOf(HealthRemark remark)
{
    return healthRules()[static_cast<std::size_t>(remark)];
}

bool isUsuallyConstant(std::string_view name)
{
    static constexpr std::array<std::string_view, 18> usual{"bias", "norm", "scale", "mask", "gamma", "beta", "zeros",
        "zero_point", "zero_conv", "running_", "lora_b", "lora_up", "lora_embedding_b", "exp_avg", "momentum", "adam",
        "buffer", "ln_"};
    // The role is in the last parts: "lora_B.default.weight".
    constexpr int roleParts = 3;
    std::size_t begin = name.size();
    for (int part = 0; part < roleParts && begin > 0; ++part) {
        const std::size_t separator = name.find_last_of("./", begin - 1);
        begin = separator == std::string_view::npos ? 0 : separator;
    }
    const std::string role = asciiLower(name.substr(begin));
    return std::ranges::any_of(usual, [&](std::string_view word) { return role.find(word) != std::string::npos; });
}

} // namespace loupe

#undef QT_TRANSLATE_NOOP
