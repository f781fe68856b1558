#include "formats/onnx/onnx_tensor.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/onnx/onnx_types.h"

#include <algorithm>

namespace loupe::onnx {

namespace {

/// More than any model has, and few enough to keep them for a million tensors.
constexpr std::size_t mostDimensions = 64;

class TensorReader {
public:
    TensorReader(WireReader& wire, ByteRange message, std::uint64_t fileSize)
        : m_wire(wire)
        , m_fileSize(fileSize)
    {
        m_tensor.range = message;
    }

    OnnxTensor read()
    {
        ByteRange rest = m_tensor.range;
        while (const auto field = m_wire.next(rest))
            take(*field);
        return std::move(m_tensor);
    }

private:
    void take(const WireField& field)
    {
        switch (field.number) {
        case 1:
            return takeDimensions(field);
        case 2:
            m_tensor.type = field.bits;
            return;
        case 3:
            m_tensor.isSegment = true;
            return;
        case onnxStringData:
            ++m_tensor.strings;
            return;
        case 8:
            m_tensor.name = m_wire.text(field.value, longestOnnxName);
            return;
        case onnxRawData:
            // Data that the file's end cuts off is reported as missing. Data that an enclosing message cuts off has the
            // size that is left.
            m_tensor.raw = field.value;
            if (field.value.end == m_fileSize)
                m_tensor.raw->end = saturatingAdd(field.value.begin, field.claimedSize);
            return;
        case 13:
            return takeEntry(field);
        case 14:
            m_tensor.isExternal = field.bits == 1;
            return;
        case onnxFloatData:
        case onnxInt32Data:
        case onnxInt64Data:
        case onnxDoubleData:
        case onnxUint64Data:
            return addOnnxNumbers(m_tensor.numbers, field);
        default:
            return;
        }
    }

    void takeDimensions(const WireField& field)
    {
        if (!field.isBytes())
            return addDimension(field.bits);
        ByteRange rest = field.value;
        while (m_tensor.shape.size() <= mostDimensions) {
            const auto dimension = m_wire.nextVarint(rest);
            if (!dimension)
                break;
            addDimension(*dimension);
        }
    }

    void addDimension(std::uint64_t dimension)
    {
        if (dimension >> 63)
            m_tensor.problem =
                "has a dimension of " + std::to_string(static_cast<std::int64_t>(dimension)) + ", expected 0 or more";
        else if (m_tensor.shape.size() == mostDimensions)
            m_tensor.problem = "has more than " + std::to_string(mostDimensions) + " dimensions, expected no more";
        else
            m_tensor.shape.push_back(dimension);
    }

    void takeEntry(const WireField& entry)
    {
        std::string key;
        std::string value;
        ByteRange rest = entry.value;
        while (const auto field = m_wire.next(rest)) {
            if (field->number == 1)
                key = m_wire.text(field->value, longestOnnxName);
            else if (field->number == 2)
                value = m_wire.text(field->value, longestOnnxName);
        }
        if (key == "location")
            m_tensor.external.location = std::move(value);
        else if (key == "offset")
            m_tensor.external.offset = std::move(value);
        else if (key == "length")
            m_tensor.external.length = std::move(value);
        else if (key == "checksum")
            m_tensor.external.checksum = std::move(value);
    }

    WireReader& m_wire;
    std::uint64_t m_fileSize;
    OnnxTensor m_tensor;
};

} // namespace

void addOnnxNumbers(std::vector<OnnxNumbers>& all, const WireField& field)
{
    auto numbers = std::ranges::find(all, field.number, &OnnxNumbers::field);
    if (numbers == all.end()) {
        numbers = all.insert(numbers, OnnxNumbers());
        numbers->field = field.number;
        numbers->range = field.range;
    }
    numbers->range.end = field.range.end;
    ++numbers->runs;
    if (field.isBytes()) {
        numbers->last = field.value;
        numbers->packedBytes += field.value.size();
    } else {
        const unsigned size = field.type == WireType::Fixed32 ? 4 : field.type == WireType::Fixed64 ? 8 : 0;
        numbers->last = {field.range.end - size, field.range.end};
        ++numbers->single;
    }
}

OnnxTensor readOnnxTensor(WireReader& wire, ByteRange message, std::uint64_t fileSize)
{
    return TensorReader(wire, message, fileSize).read();
}

} // namespace loupe::onnx
