/// Takes the input as a TensorFlow Lite model. The cost of reading is bounded by the file's size, even if its tables
/// share parts. Values can be read if the tensor's bytes exist.

#include "core/elements.h"
#include "formats/tflite/tflite.h"
#include "fuzz/fuzzing.h"

#include <algorithm>
#include <vector>

namespace {

using namespace loupe;
using fuzz::require;

constexpr std::string_view identifier = "TFL3";
constexpr std::size_t identifierPlace = 4;

/// Decodes the first and the last elements, both as values and as stored numbers.
void decodeEnds(const Tensor& tensor, const Source& source)
{
    constexpr std::uint64_t most = 100;
    const std::uint64_t elements = tensor.elements();
    if (!tensor.storage || tensor.bytes.end > source.size() || elements == 0)
        return;
    const std::uint64_t count = std::min(elements, most);
    std::vector<std::byte> target(count * (bitsPerElement(tensor.dtype) / 8));
    require(tensor.storage->decode(tensor, source, 0, count, target).has_value(), "the first values are there");
    require(tensor.storage->decode(tensor, source, elements - count, count, target).has_value(),
        "the last values are there");
    if (const auto stored = tensor.storage->stored(); stored && stored->storage) {
        Tensor numbers = tensor;
        numbers.storage = stored->storage;
        numbers.dtype = stored->dtype;
        decodeEnds(numbers, source);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string bytes(reinterpret_cast<const char*>(data), size);
    if (size >= identifierPlace + identifier.size())
        bytes.replace(identifierPlace, identifier.size(), identifier);
    const auto path = fuzz::memoryFile(bytes.data(), bytes.size());
    if (!path)
        return 0;
    const auto source = Source::open(*path, Source::Access::Read);
    require(source.has_value(), "a file in memory opens");
    const auto content = tflite::tfliteFormat.read(**source, {});
    require(content.has_value(), "content gives findings, not failures");
    require(content->tensors.size() <= size + 10'000, "tensors are bounded by the file");
    std::uint64_t named = 0;
    for (const Tensor& tensor : content->tensors) {
        named += tensor.name.size() + tensor.shape.size();
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        require(tensor.file <= content->companions.size(), "tensors are of the file or of one that it names");
        if (tensor.file == 0)
            decodeEnds(tensor, **source);
    }
    require(named <= 16 * size + 1'000'000, "names and shapes are bounded by the file");
    const auto fields = tflite::tfliteFormat.headerFields(**source, {0, (*source)->size()}, {});
    require(fields.has_value(), "fields are read");
    std::uint64_t position = 0;
    for (const HeaderField& field : *fields) {
        require(field.range.begin >= position && field.range.end > field.range.begin, "fields are in order");
        position = field.range.end;
    }
    return 0;
}
