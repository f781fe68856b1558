#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// True if the stored type differs from the type of the values. Checkpoint::dtypeName() gives the stored type.
bool isQuantized(const Tensor& tensor);

/// True if the tensor is quantized and its codes are available: the stored integers before any scale is applied.
bool hasCodes(const Tensor& tensor);

/// The checkpoint with the same tensor numbering, but with codes in place of values for tensors that have codes. Null
/// if none do. Shares sources, names and shapes with `checkpoint`.
std::shared_ptr<const Checkpoint> codesOf(const Checkpoint& checkpoint);

/// Bits per element in the file; 0 without elements.
double storedBits(const Tensor& tensor);

/// The stored types of a checkpoint's quantized tensors.
class QuantizedTypes {
public:
    struct Type {
        std::string_view name; ///< lives as long as the checkpoint
        double bits = 0; ///< average per element; 0 without elements
        /// The type's position on the color scale, from palette::narrowestQuantized to widestQuantized: close to its
        /// bits, but distinct from other types.
        double shade = 0;
    };

    QuantizedTypes() = default;
    explicit QuantizedTypes(const Checkpoint& checkpoint);

    const std::vector<Type>& list() const { return m_list; } ///< fewest bits first
    /// Precondition: a quantized tensor of the checkpoint, or the name of its type.
    double shadeOf(const Tensor& tensor) const;
    double shadeOf(std::string_view type) const { return m_shades.find(type)->second; }

private:
    std::vector<Type> m_list;
    std::map<std::string_view, double> m_shades;
};

/// How a quantized checkpoint is distributed over stored types.
struct QuantizationMix {
    struct Share {
        std::string_view type; ///< lives as long as the checkpoint
        std::uint64_t tensors = 0;
        std::uint64_t elements = 0; ///< like `bytes`, the largest number if the sum does not fit
        std::uint64_t bytes = 0; ///< in the files

        /// 0 without elements.
        double bitsPerElement() const;
    };

    std::vector<Share> shares; ///< by bytes, largest first
    Share all; ///< the totals; has no type
};

/// Nothing if no tensor is quantized.
std::optional<QuantizationMix> quantizationMix(const Checkpoint& checkpoint);

} // namespace loupe
