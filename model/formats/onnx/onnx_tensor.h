#pragma once

#include "formats/shared/wire_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe::onnx {

/// The maximum length of a name in bytes; the rest is dropped.
inline constexpr std::uint64_t longestOnnxName = std::uint64_t{64} << 10;

/// The values in a numeric field, which are stored in one packed run, in several runs, or one by one.
struct OnnxNumbers {
    std::uint32_t field = 0;
    ByteRange range; ///< from the first run's tag to the last one's end
    ByteRange last; ///< the last run or fixed-size number, without tag and length; empty if there is none
    std::uint64_t runs = 0;
    std::uint64_t packedBytes = 0; ///< sum over packed runs
    std::uint64_t single = 0; ///< count of numbers outside packed runs
};

/// A tensor's reference to bytes in another file, as the model spells it.
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
    std::optional<std::string> problem; ///< the reason why its shape is invalid; continues "tensor NAME …"
    std::optional<ByteRange> raw; ///< as claimed, even beyond the file's end
    std::vector<OnnxNumbers> numbers; ///< one for each field that has numbers
    std::uint64_t strings = 0;
    bool isExternal = false;
    OnnxExternal external;
    bool isSegment = false;
    std::uint32_t attributeField = 0; ///< if not 0, `numbers` are in this field of an AttributeProto

    unsigned valueFields() const
    {
        return static_cast<unsigned>(numbers.size()) + (raw ? 1 : 0) + (strings > 0 ? 1 : 0);
    }
};

/// Adds the numbers in a field.
void addOnnxNumbers(std::vector<OnnxNumbers>& all, const WireField& field);

OnnxTensor readOnnxTensor(WireReader& wire, ByteRange message, std::uint64_t fileSize);

} // namespace loupe::onnx
