/// Takes the input as a TensorFlow.js model next to a file of weights. Tensors are only in the files that the manifest
/// names, and reading a value either works or is an error.

#include "core/elements.h"
#include "formats/opening/open_checkpoint.h"
#include "fuzz/fuzzing.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using namespace loupe;
using fuzz::require;

/// A folder with the files that the seeds refer to: "w.bin", "first.bin" and "rest.bin".
const std::filesystem::path& folder()
{
    static const std::filesystem::path made = [] {
        const auto path = std::filesystem::temp_directory_path() / ("tfjs_fuzz." + std::to_string(getpid()));
        std::filesystem::create_directory(path);
        for (const auto& [name, size] : {std::pair("w.bin", 28), std::pair("first.bin", 10), std::pair("rest.bin", 18)})
            std::ofstream(path / name, std::ios::binary) << std::string(static_cast<std::size_t>(size), '\x03');
        std::atexit([] { std::filesystem::remove_all(folder()); });
        return path;
    }();
    return made;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto path = folder() / "model.json";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const auto checkpoint = openCheckpoint(path, {}, Source::Access::Read);
    if (!checkpoint)
        return 0; // in another format, or in none
    Buffer scratch;
    for (std::uint32_t i = 0; i < (*checkpoint)->tensors.size(); ++i) {
        const Tensor& tensor = (*checkpoint)->tensors[i];
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        const auto& file = (*checkpoint)->files[tensor.file];
        require(file.path.parent_path() == folder() || !file.source, "files of the folder alone are opened");
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
