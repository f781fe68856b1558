#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// Whether another type than that of the values is stored, whose name is Checkpoint::dtypeName().
bool isQuantized(const Tensor& tensor);

/// Whether it is quantized, and its elements can also be had as the whole numbers that are stored, before any scale is
/// applied.
bool hasCodes(const Tensor& tensor);

/// The same tensors under the same numbers, but with their codes in place of the values where they have some. Null
/// where none has. Shares sources, names and shapes with `checkpoint`.
std::shared_ptr<const Checkpoint> codesOf(const Checkpoint& checkpoint);

/// In its file, per element; 0 without elements.
double storedBits(const Tensor& tensor);

/// The types that the quantized tensors of a checkpoint are stored in.
class QuantizedTypes {
public:
    struct Type {
        std::string_view name; ///< lives as long as the checkpoint
        double bits = 0; ///< of each element, on average; 0 without elements
        /// What the type's color stands for, from palette::narrowestQuantized to widestQuantized: about its bits, but
        /// apart from that of each other type.
        double shade = 0;
    };

    QuantizedTypes() = default;
    explicit QuantizedTypes(const Checkpoint& checkpoint);

    const std::vector<Type>& list() const { return m_list; } ///< the fewest bits first
    /// Precondition: a quantized tensor of the checkpoint, or the name of its type.
    double shadeOf(const Tensor& tensor) const;
    double shadeOf(std::string_view type) const { return m_shades.find(type)->second; }

private:
    std::vector<Type> m_list;
    std::map<std::string_view, double> m_shades;
};

/// How the elements of a quantized checkpoint divide among the types that are stored.
struct QuantizationMix {
    struct Share {
        std::string_view type; ///< lives as long as the checkpoint
        std::uint64_t tensors = 0;
        std::uint64_t elements = 0; ///< of sums that do not fit, the largest number, as of bytes
        std::uint64_t bytes = 0; ///< in the files

        /// 0 without elements.
        double bitsPerElement() const;
    };

    std::vector<Share> shares; ///< by bytes, largest first
    Share all; ///< without a type
};

/// Nothing if no tensor is quantized.
std::optional<QuantizationMix> quantizationMix(const Checkpoint& checkpoint);

} // namespace loupe
