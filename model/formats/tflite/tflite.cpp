#include "formats/tflite/tflite.h"

#include "formats/shared/out_of_memory.h"
#include "formats/tflite/tflite_fields.h"
#include "formats/tflite/tflite_model.h"

#include <array>
#include <cstring>

namespace loupe::tflite {

namespace {

constexpr std::string_view suffixes[] = {".tflite"};
constexpr std::array<std::string_view, 8> harmlessErrors{"scale-inf", "scale-nan", "scale-shape", "size-mismatch",
    "tensor-invalid", "zero-point-missing", "zero-point-range", "zero-point-shape"};

/// A file begins with the offset of the root table, then the identifier.
Match probe(const FileStart& start)
{
    constexpr std::string_view identifier = "TFL3";
    constexpr std::size_t identifierPlace = 4;
    const bool isModel = start.bytes.size() >= identifierPlace + identifier.size()
        && std::memcmp(start.bytes.data() + identifierPlace, identifier.data(), identifier.size()) == 0;
    return isModel ? Match::Certain : Match::No;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return readTfliteModel(source, work); });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&] { return tfliteFields(source, window, work); });
}

} // namespace

constinit const Format tfliteFormat{.id = "tflite",
    .title = "TensorFlow Lite model",
    .suffixes = suffixes,
    .mimeType = "application/x-tflite",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::tflite
