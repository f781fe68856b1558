#include "formats/numpy/numpy_content.h"

#include <algorithm>

namespace loupe::numpy {

NpyOrder orderOf(const NpyArray& array)
{
    const auto longAxes =
        std::count_if(array.shape.begin(), array.shape.end(), [](std::uint64_t size) { return size != 1; });
    return {.columnMajor = array.columnMajor && longAxes > 1, .bigEndian = array.type.bigEndian};
}

bool addNpyTensor(const NpyArray& array, std::string_view name, FileContent& content)
{
    if (!array.described)
        return false;
    if (array.type.dtype == DType::Opaque)
        content.unknownDTypes.emplace(static_cast<std::uint32_t>(content.tensors.size()), array.type.name);
    Tensor& tensor = content.tensors.emplace_back();
    tensor.name = content.arena.copy(name);
    tensor.shape = content.arena.copy(std::span<const std::uint64_t>(array.shape));
    tensor.dtype = array.type.dtype;
    return true;
}

void addNpyFindings(const NpyArray& array, const NpyPlace& place, std::string_view tensor, FileContent& content)
{
    for (const NpyFault& fault : array.faults) {
        content.findings.add({.severity = fault.severity,
            .code = fault.code,
            .message = std::string(place.subject) + ": " + fault.message,
            .refusedAs = fault.refusedAs,
            .offset = place.begin + (place.plain ? fault.offset : 0),
            .tensor = std::string(tensor),
            .aboutTensor = array.described});
    }
}

} // namespace loupe::numpy
