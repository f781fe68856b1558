#include "analysis/statistics/health_rules.h"

#include "core/text/ascii.h"

#include <cstdint>
#include <string>

// For lupdate; this layer does not use Qt.
#define QT_TRANSLATE_NOOP(context, text) text

namespace loupe {

namespace {

/// Words in names, delimited by spaces.
struct UsualWords {
    std::string_view words;
    std::size_t parts = 2; ///< number of last parts of a name to search, without numbers
    bool atEnd = false; ///< only as the last words of a part: "scale" is meaningless in "multi_scale_attn"
};

constexpr std::size_t partsOfRole = 3;
constexpr std::array usuallyConstant{
    UsualWords{" bias "},
    UsualWords{"norm "}, // also "layernorm"
    UsualWords{"norms "},
    UsualWords{" ln "},
    UsualWords{" bn "},
    UsualWords{" running "},
    UsualWords{" zero point "},
    UsualWords{" zero points "},
    UsualWords{" biases ", 2, true},
    UsualWords{" scale ", 2, true},
    UsualWords{" scales ", 2, true},
    UsualWords{" scale inv ", 2, true},
    UsualWords{" mask ", 2, true},
    UsualWords{" masks ", 2, true},
    UsualWords{" gamma ", 2, true},
    UsualWords{" beta ", 2, true},
    UsualWords{" zeros ", 2, true},
    UsualWords{" qzeros ", 2, true},
    UsualWords{" buffer ", 2, true},
    UsualWords{" zero conv ", partsOfRole},
    UsualWords{" zero convs ", partsOfRole},
    UsualWords{" lora b ", partsOfRole},
    UsualWords{" lora up ", partsOfRole},
    UsualWords{" lora embedding b ", partsOfRole},
    UsualWords{" exp avg ", partsOfRole},
    UsualWords{" momentum ", partsOfRole},
    UsualWords{" adam ", partsOfRole},
};

/// One bit for each letter in the text. Most words lack one of the wanted letters, which is faster to check than
/// searching.
constexpr std::uint32_t lettersOf(std::string_view text)
{
    std::uint32_t letters = 0;
    for (const char c : text)
        letters |= c == ' ' ? 0U : 1U << (c - 'a');
    return letters;
}

constexpr auto lettersOfUsual = [] {
    std::array<std::uint32_t, usuallyConstant.size()> letters{};
    for (std::size_t i = 0; i < letters.size(); ++i)
        letters[i] = lettersOf(usuallyConstant[i].words);
    return letters;
}();

/// Writes the lowercase words of a part, delimited by spaces, without digits: " exp avg " for "exp_avg_2". Empty if
/// there are none.
void findWords(std::string_view part, std::string& words)
{
    words.clear();
    for (const char letter : part) {
        const char c = asciiLower(letter);
        const bool isLetter = c >= 'a' && c <= 'z';
        if (isLetter && words.empty())
            words += ' ';
        if (isLetter || (!words.empty() && words.back() != ' '))
            words += isLetter ? c : ' ';
    }
    if (!words.empty() && words.back() != ' ')
        words += ' ';
}

bool areUsual(std::string_view words, std::size_t part)
{
    const std::uint32_t letters = lettersOf(words);
    for (std::size_t i = 0; i < usuallyConstant.size(); ++i) {
        const UsualWords& usual = usuallyConstant[i];
        if ((lettersOfUsual[i] & ~letters) != 0 || part >= usual.parts)
            continue;
        if (usual.atEnd ? words.ends_with(usual.words) : words.find(usual.words) != std::string_view::npos)
            return true;
    }
    return false;
}

} // namespace

const std::array<HealthRule, healthRemarkCount>& healthRules()
{
    static constexpr std::array<HealthRule, healthRemarkCount> rules{{
        {HealthRemark::Unread, QT_TRANSLATE_NOOP("loupe::Health", "Not readable"),
            QT_TRANSLATE_NOOP("loupe::Health", "The values could not be read."), ""},
        {HealthRemark::NaN, QT_TRANSLATE_NOOP("loupe::Health", "NaN"),
            QT_TRANSLATE_NOOP("loupe::Health", "At least one element is NaN."), "nan:>0"},
        {HealthRemark::Infinite, QT_TRANSLATE_NOOP("loupe::Health", "Infinite"),
            QT_TRANSLATE_NOOP("loupe::Health", "At least one element is infinite."), "inf:>0"},
        {HealthRemark::Quantization, QT_TRANSLATE_NOOP("loupe::Health", "Scales or codes"),
            QT_TRANSLATE_NOOP("loupe::Health",
                "A scale of a quantized weight is NaN, infinite, 0, negative or subnormal, codes pile up at the ends "
                "of their range, or half of them never occur."),
            "warning:yes"},
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
    // The role is in the last parts: "norm.weight", "lora_B.default.weight".
    std::size_t part = 0;
    std::string words;
    while (part < partsOfRole && !name.empty()) {
        const std::size_t begin = name.find_last_of("./") + 1;
        findWords(name.substr(begin), words);
        name = name.substr(0, begin > 0 ? begin - 1 : 0);
        if (words.empty()) // a number, as in "norm.0.weight"
            continue;
        if (areUsual(words, part))
            return true;
        ++part;
    }
    return false;
}

} // namespace loupe

#undef QT_TRANSLATE_NOOP
