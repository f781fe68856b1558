#pragma once

#include "core/finding.h"
#include "formats/quantized/part.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe::quantized {

/// The values that scales may have, or offsets, which are added.
enum class ScaleRule : std::uint8_t { Positive, AnySign, Exponents, Activation, Offset };

/// How scales are applied. Scales that multiply or divide other scales are all on one side of 1 in any sound model.
enum class ScaleUse : std::uint8_t { OfCodes, MultipliesScales, DividesScales };

/// The grid of scales that a weight uses, if more are stored; the others are zeros.
struct PaddedScales {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t rowLength = 0; ///< of the stored rows; 0 if scales are stored in tiles (TiledGrid)
};

/// The scales of a weight. `as` is their actual dtype, if the part's dtype is only their container.
struct CheckedScales {
    Part part;
    DType as = DType::F32;
    ScaleRule rule = ScaleRule::Positive;
    std::optional<PaddedScales> padded = {};
    ScaleUse use = ScaleUse::OfCodes;
};

/// Looks for scales that are NaN, infinite, zero, negative or at an end of their range.
class ScaleCheck {
public:
    explicit ScaleCheck(const CheckedScales& scales)
        : m_scales(scales)
    {
    }
    /// Adds complete scales, of which the first one has index `first`. Calls may be in any order; add each scale once.
    void add(std::uint64_t first, std::span<const std::byte> bytes);
    /// Adds the results of another check of the same scales.
    void merge(const ScaleCheck& other);
    /// Warnings and errors about the weight with that name.
    std::vector<Finding> findings(std::string_view weight) const;

private:
    /// The number of occurrences, and the place of the first one.
    struct Occurrences {
        std::uint64_t count = 0;
        std::uint64_t first = 0;

        void add(std::uint64_t index, std::uint64_t times = 1)
        {
            first = count == 0 ? index : std::min(first, index);
            count += times;
        }
    };

    template <typename Visit>
    void visitUsed(std::uint64_t first, std::uint64_t end, const Visit& visit) const;
    void addNumber(std::span<const std::byte> bytes, std::uint64_t index, const Occurrences& at);

    CheckedScales m_scales;
    std::uint64_t m_count = 0;
    Occurrences m_nan;
    Occurrences m_infinite;
    Occurrences m_zero;
    Occurrences m_negative;
    Occurrences m_subnormal;
    Occurrences m_extreme;
    Occurrences m_otherSide; ///< on the wrong side of 1 for the use
};

} // namespace loupe::quantized
