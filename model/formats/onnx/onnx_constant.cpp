#include "formats/onnx/onnx_constant.h"

#include "formats/onnx/onnx_types.h"

#include <algorithm>

namespace loupe::onnx {

namespace {

/// A field of AttributeProto and the type of its values.
struct ConstantKind {
    std::string_view name;
    std::uint64_t type;
    std::uint32_t field;
    bool isList;
};

constexpr ConstantKind kinds[] = {{"value_float", onnxFloat, 2, false}, {"value_floats", onnxFloat, 7, true},
    {"value_int", onnxInt64, 3, false}, {"value_ints", onnxInt64, 8, true}, {"value_string", onnxString, 4, false},
    {"value_strings", onnxString, 9, true}};

/// Whether the field has the expected wire type. Protocol Buffers skip a field with another one.
bool isWritten(const ConstantKind& kind, const WireField& field)
{
    if (field.number != kind.field)
        return false;
    if (field.isBytes())
        return kind.isList || kind.type == onnxString;
    return kind.type == onnxFloat ? field.type == WireType::Fixed32 : kind.type == onnxInt64 && field.isVarint();
}

std::uint64_t countVarints(WireReader& wire, ByteRange run, const Work& work)
{
    std::uint64_t count = 0;
    while (!work.stopped() && wire.nextVarint(run))
        ++count;
    return count;
}

} // namespace

std::optional<OnnxTensor> readOnnxConstant(WireReader& wire, std::string_view name, ByteRange message, const Work& work)
{
    const auto kind = std::ranges::find(kinds, name, &ConstantKind::name);
    if (kind == std::end(kinds))
        return std::nullopt;
    OnnxTensor tensor;
    tensor.range = message;
    tensor.type = kind->type;
    tensor.attributeField = kind->field;
    std::uint64_t count = 0;
    while (const auto field = work.stopped() ? std::nullopt : wire.next(message)) {
        if (!isWritten(*kind, *field))
            continue;
        if (!kind->isList) // the last one counts
            tensor.numbers.clear();
        if (kind->type == onnxString) {
            tensor.strings = kind->isList ? tensor.strings + 1 : 1;
            continue;
        }
        addOnnxNumbers(tensor.numbers, *field);
        if (!field->isBytes())
            ++count;
        else
            count += kind->type == onnxInt64 ? countVarints(wire, field->value, work)
                                             : field->value.size() / onnxFixedBytes(onnxFloatData);
    }
    if (kind->isList)
        tensor.shape = {count};
    return tensor;
}

} // namespace loupe::onnx
