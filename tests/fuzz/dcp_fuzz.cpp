/// Takes the input as the `.metadata` of a distributed PyTorch checkpoint, next to the files of a real one. What is
/// read is bounded by the size of the metadata, even if its records share parts. Values can be read if their chunks
/// exist.

#include "core/elements.h"
#include "formats/torch/dcp/dcp_reader.h"
#include "fuzz/fuzzing.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <vector>

namespace {

using namespace loupe;
using fuzz::require;

/// The checkpoint's folder, with the files that the metadata can refer to.
const test::TemporaryFolder& folder()
{
    static const test::TemporaryFolder made;
    static const bool isFilled = [] {
        for (const char* const sample : {"real-1.13-4ranks", "real-1.13-1rank"}) {
            const auto from = std::filesystem::path(LOUPE_FUZZ_DATA) / sample;
            for (const auto& file : std::filesystem::directory_iterator(from)) {
                if (file.path().extension() == ".distcp")
                    std::filesystem::copy(file.path(), made.path() / file.path().filename(),
                        std::filesystem::copy_options::skip_existing);
            }
        }
        return !made.names().empty();
    }();
    require(isFilled, "the samples are there");
    return made;
}

/// Decodes the first and the last elements of a tensor whose pieces all exist.
void decodeEnds(const Tensor& tensor, const std::filesystem::path& path)
{
    constexpr std::uint64_t most = 100;
    const std::uint64_t elements = tensor.elements();
    if (!tensor.storage || elements == 0 || tensor.storage->missingBytes() > 0)
        return;
    const auto source = Source::open(path, Source::Access::Read);
    require(source.has_value(), "the file of a tensor with values opens");
    const std::uint64_t count = std::min(elements, most);
    std::vector<std::byte> target(count * (bitsPerElement(tensor.dtype) / 8));
    require(tensor.storage->decode(tensor, **source, 0, count, target).has_value(), "the first values are there");
    require(tensor.storage->decode(tensor, **source, elements - count, count, target).has_value(),
        "the last values are there");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto path = folder().write(".metadata", {reinterpret_cast<const char*>(data), size});
    const auto source = Source::open(path, Source::Access::Read);
    require(source.has_value(), "the metadata opens");
    const auto content = torch::readDcp(**source, {});
    require(content.has_value(), "content gives findings, not failures");
    require(content->tensors.size() <= size, "tensors are bounded by the metadata");
    std::uint64_t named = 0;
    for (const Tensor& tensor : content->tensors) {
        named += tensor.name.size() + tensor.shape.size();
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        require(tensor.file <= content->companions.size(), "tensors are of the file or of one that it names");
        if (tensor.file > 0)
            decodeEnds(tensor, folder().path() / content->companions[tensor.file - 1].path);
    }
    require(named <= 64 * size + 64'000'000, "names and shapes are bounded by the metadata");
    for (const CompanionFile& companion : content->companions) {
        require(std::ranges::is_sorted(companion.parts, {}, [](const FilePart& part) { return part.range.begin; }),
            "parts are in order");
    }
    const auto fields = torch::dcpFields(**source, {0, size}, {});
    require(fields.has_value(), "fields are read");
    std::uint64_t position = 0;
    for (const HeaderField& field : *fields) {
        require(field.range.begin >= position && field.range.end > field.range.begin, "fields are in order");
        position = field.range.end;
    }
    return 0;
}
