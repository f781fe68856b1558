#include "formats/gguf/gguf_enumerations.h"

#include <array>

namespace loupe::gguf {

namespace {

// Numbers that are no longer used (4 to 6 and 33 to 35) occur only in old files, whose bytes have a different layout.
constexpr auto fileTypes = std::to_array<NumberName>({
    {0, "ALL_F32"},
    {1, "MOSTLY_F16"},
    {2, "MOSTLY_Q4_0"},
    {3, "MOSTLY_Q4_1"},
    {7, "MOSTLY_Q8_0"},
    {8, "MOSTLY_Q5_0"},
    {9, "MOSTLY_Q5_1"},
    {10, "MOSTLY_Q2_K"},
    {11, "MOSTLY_Q3_K_S"},
    {12, "MOSTLY_Q3_K_M"},
    {13, "MOSTLY_Q3_K_L"},
    {14, "MOSTLY_Q4_K_S"},
    {15, "MOSTLY_Q4_K_M"},
    {16, "MOSTLY_Q5_K_S"},
    {17, "MOSTLY_Q5_K_M"},
    {18, "MOSTLY_Q6_K"},
    {19, "MOSTLY_IQ2_XXS"},
    {20, "MOSTLY_IQ2_XS"},
    {21, "MOSTLY_Q2_K_S"},
    {22, "MOSTLY_IQ3_XS"},
    {23, "MOSTLY_IQ3_XXS"},
    {24, "MOSTLY_IQ1_S"},
    {25, "MOSTLY_IQ4_NL"},
    {26, "MOSTLY_IQ3_S"},
    {27, "MOSTLY_IQ3_M"},
    {28, "MOSTLY_IQ2_S"},
    {29, "MOSTLY_IQ2_M"},
    {30, "MOSTLY_IQ4_XS"},
    {31, "MOSTLY_IQ1_M"},
    {32, "MOSTLY_BF16"},
    {36, "MOSTLY_TQ1_0"},
    {37, "MOSTLY_TQ2_0"},
    {38, "MOSTLY_MXFP4_MOE"},
    {39, "MOSTLY_NVFP4"},
    {40, "MOSTLY_Q1_0"},
    {1024, "GUESSED"},
});

constexpr auto tokenTypes = std::to_array<NumberName>({
    {0, "UNDEFINED"},
    {1, "NORMAL"},
    {2, "UNKNOWN"},
    {3, "CONTROL"},
    {4, "USER_DEFINED"},
    {5, "UNUSED"},
    {6, "BYTE"},
});

constexpr auto poolingTypes = std::to_array<NumberName>({
    {-1, "UNSPECIFIED"},
    {0, "NONE"},
    {1, "MEAN"},
    {2, "CLS"},
    {3, "LAST"},
    {4, "RANK"},
});

constexpr auto gatingFunctions = std::to_array<NumberName>({
    {0, "NONE"},
    {1, "SOFTMAX"},
    {2, "SIGMOID"},
    {3, "SOFTMAX_WEIGHT"},
});

struct Enumeration {
    std::string_view key; ///< the whole key, or its end from a dot on, which follows the architecture
    NumberNames names;
};

constexpr auto enumerations = std::to_array<Enumeration>({
    {"general.file_type", fileTypes},
    {"tokenizer.ggml.token_type", tokenTypes},
    {".pooling_type", poolingTypes},
    {".expert_gating_func", gatingFunctions},
});

} // namespace

NumberNames ggufNames(std::string_view key)
{
    for (const Enumeration& one : enumerations) {
        if (one.key.starts_with('.') ? key.ends_with(one.key) : key == one.key)
            return one.names;
    }
    return {};
}

} // namespace loupe::gguf
