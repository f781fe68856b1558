#pragma once

#include "formats/shared/wire_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe::onnx {

/// The most bytes of a name; the rest is cut.
inline constexpr std::uint64_t longestOnnxName = std::uint64_t{64} << 10;

/// Values in a numeric field: in one packed run, in several, or one by one.
struct OnnxNumbers {
    std::uint32_t field = 0;
    ByteRange range; ///< from the first run's tag to the last one's end
    ByteRange last; ///< the last run, or fixed-size number, without tag and length; otherwise empty
    std::uint64_t runs = 0;
    std::uint64_t packedBytes = 0; ///< sum over packed runs
    std::uint64_t single = 0; ///< numbers outside of packed runs
};

/// Where a tensor says that its bytes lie in another file, as spelled in the file.
struct OnnxExternal {
    std::string location;
    std::optional<std::string> offset;
    std::optional<std::string> length;
    std::string checksum;
};

/// A TensorProto without its values.
struct OnnxTensor {
    ByteRange range;
    std::string name;
    std::uint64_t type = 0;
    std::vector<std::uint64_t> shape;
    std::optional<std::string> problem; ///< continues "tensor NAME …": why its shape is invalid
    std::optional<ByteRange> raw; ///< as claimed, even beyond the file's end
    std::vector<OnnxNumbers> numbers; ///< of each field that has numbers
    std::uint64_t strings = 0;
    bool isExternal = false;
    OnnxExternal external;
    bool isSegment = false;
    std::uint32_t attributeField = 0; ///< not 0: `numbers` are those of this field of an attribute

    unsigned valueFields() const
    {
        return static_cast<unsigned>(numbers.size()) + (raw ? 1 : 0) + (strings > 0 ? 1 : 0);
    }
};

/// Adds the numbers in a field.
void addOnnxNumbers(std::vector<OnnxNumbers>& all, const WireField& field);

OnnxTensor readOnnxTensor(WireReader& wire, ByteRange message, std::uint64_t fileSize);

} // namespace loupe::onnx
