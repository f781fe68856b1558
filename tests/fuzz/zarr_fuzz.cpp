/// Takes the input as the description of a Zarr array next to real chunks, and as a chunk of an array with each
/// compressor. Reading a value either works or is an error, and regions tile their files.

#include "core/elements.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/zarr/zarr_pipeline.h"
#include "fuzz/fuzzing.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <vector>

namespace {

using namespace loupe;
using fuzz::require;

/// A folder with a few chunks of a few bytes.
const test::TemporaryFolder& folder()
{
    static const test::TemporaryFolder made;
    static const bool isFilled = [] {
        for (const char* const chunk : {"0", "1", "0.0", "0.1", "1.0"})
            made.write(chunk, std::string(16, '\x03'));
        return !made.names().empty();
    }();
    require(isFilled, "the chunks are there");
    return made;
}

void unpackAll(std::span<const std::byte> stored)
{
    constexpr std::size_t chunkBytes = 6000; // as the seeds have
    std::vector<std::byte> target(chunkBytes);
    for (const char* const id : {"blosc", "zlib", "gzip", "zstd", "lz4", "crc32c"}) {
        zarr::ZarrPipeline pipeline;
        pipeline.add(id);
        (void)pipeline.undo(stored, target);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    unpackAll(std::as_bytes(std::span(data, size)));
    const auto path = folder().write(".zarray", {reinterpret_cast<const char*>(data), size});
    const auto checkpoint = openCheckpoint(path, {}, Source::Access::Read);
    if (!checkpoint)
        return 0; // in another format, or in none
    Buffer scratch;
    for (std::uint32_t i = 0; i < (*checkpoint)->tensors.size(); ++i) {
        const Tensor& tensor = (*checkpoint)->tensors[i];
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        require(tensor.file < (*checkpoint)->files.size(), "tensors are of a file");
        const auto elements = Elements::open(*checkpoint, i);
        if (!elements)
            continue;
        const std::uint64_t count = std::min<std::uint64_t>(elements->count(), 64);
        (void)elements->visit(0, count, scratch, [](std::span<const std::byte>) {});
        (void)elements->visit(elements->count() - count, count, scratch, [](std::span<const std::byte>) {});
    }
    for (std::uint32_t file = 0; file < (*checkpoint)->files.size(); ++file) {
        std::uint64_t position = 0;
        for (const Region& region : tileRegions(**checkpoint, file)) {
            require(region.range.begin == position, "regions tile the file");
            position = region.range.end;
        }
    }
    return 0;
}
