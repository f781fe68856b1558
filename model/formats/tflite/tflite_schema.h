#pragma once

#include "core/dtype.h"

#include <cstdint>
#include <string_view>

namespace loupe::tflite {

// Version 3d of the schema of TensorFlow Lite, now LiteRT: the indices of the fields that this program reads. A union
// takes two indices, for its kind and its value.

enum class ModelField : unsigned {
    Version = 0,
    OperatorCodes = 1,
    Subgraphs = 2,
    Description = 3,
    Buffers = 4,
    Metadata = 6,
    Signatures = 7,
    ExternalGroups = 8,
    ExternalBuffers = 9,
};

enum class SubgraphField : unsigned { Tensors = 0, Inputs = 1, Outputs = 2, Operators = 3, Name = 4 };

enum class TensorField : unsigned {
    Shape = 0,
    Type = 1,
    Buffer = 2,
    Name = 3,
    Quantization = 4,
    IsVariable = 5,
    Sparsity = 6,
    ExternalBuffer = 10,
};

enum class QuantizationField : unsigned { Scale = 2, ZeroPoint = 3, DetailsKind = 4, Axis = 6 };

enum class BufferField : unsigned { Data = 0, Offset = 1, Size = 2 };

enum class ExternalField : unsigned { Id = 0, Group = 1, Offset = 2, Length = 3, Packing = 4 };

enum class OperatorCodeField : unsigned { ShortCode = 0, CustomName = 1, Code = 3 };

enum class SignatureField : unsigned { Inputs = 0, Outputs = 1, Key = 2, Subgraph = 4 };

/// Fields of Metadata, TensorMap, ExternalBufferGroup and Operator.
inline constexpr unsigned nameField = 0;
inline constexpr unsigned metadataBufferField = 1;
inline constexpr unsigned mappedTensorField = 1;
inline constexpr unsigned operatorCodeField = 0;

/// Kinds of QuantizationDetails.
enum class DetailsKind : std::uint8_t { None, Custom, Blockwise, MultiAxis };

/// Bytes of an element in a vector of tables.
inline constexpr std::uint64_t offsetSize = sizeof(std::uint32_t);

template <typename Field>
constexpr unsigned numberOf(Field field)
{
    return static_cast<unsigned>(field);
}

/// The only version that readers accept.
inline constexpr std::uint32_t supportedVersion = 3;
/// The exception that Python's Interpreter raises for a model that it rejects.
inline constexpr std::string_view refusal = "ValueError";

/// One of the element types, TensorType.
struct TfliteType {
    std::string_view name; ///< "INT8"
    std::string_view perAxisName; ///< for integers with a scale per index of an axis; empty for other types
    DType dtype = DType::Opaque; ///< of the numbers
    unsigned bits = 0; ///< of an element; 0 if elements have no fixed size
    bool isSigned = false; ///< for types below 8 bits
};

inline constexpr std::uint8_t stringType = 5;

/// Null for an unknown number.
const TfliteType* tfliteType(std::uint8_t code);

} // namespace loupe::tflite
