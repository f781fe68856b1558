/// Takes the input up to the first zero byte as a config, and the rest as a safetensors file. Recognizing quantized
/// weights, checking scales and reading the first and last values must not crash or cost more than the file's size
/// allows, and no stored tensor gets lost.

#include "core/elements.h"
#include "core/quantized_groups.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "formats/quantized/scale_findings.h"
#include "fuzz/fuzzing.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using namespace loupe;
using fuzz::require;

const std::filesystem::path& folder()
{
    static const std::filesystem::path path = [] {
        char name[] = "/dev/shm/quantized_fuzz.XXXXXX";
        require(mkdtemp(name) != nullptr, "there is a folder in memory");
        static const std::string kept = name;
        std::atexit([] {
            std::error_code ignored;
            std::filesystem::remove_all(kept, ignored);
        });
        return std::filesystem::path(kept);
    }();
    return path;
}

void write(const char* name, const std::uint8_t* data, std::size_t size)
{
    std::ofstream(folder() / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
}

void readEnds(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements || elements->count() == 0)
        return;
    Buffer scratch;
    const std::uint64_t count = std::min<std::uint64_t>(elements->count(), 100);
    (void)elements->visit(0, count, scratch, [](std::span<const std::byte>) {});
    (void)elements->visit(elements->count() - count, count, scratch, [](std::span<const std::byte>) {});
    const auto inspection =
        elements->tensor().storage ? elements->tensor().storage->inspection(elements->tensor()) : nullptr;
    if (!inspection)
        return;
    const std::uint64_t half = elements->count() / 2;
    inspection->look(half, elements->count() - half);
    inspection->look(0, half);
    (void)inspection->finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::uint8_t* const split = std::find(data, data + size, 0);
    if (split == data + size)
        return 0;
    write("config.json", data, static_cast<std::size_t>(split - data));
    write("model.safetensors", split + 1, static_cast<std::size_t>(data + size - split - 1));
    const auto stored = openCheckpoint(folder() / "model.safetensors");
    if (!stored)
        return 0;
    const auto logical = quantized::logicalOf(*stored);
    require(logical.has_value(), "recognizing does not fail");
    require(quantized::withScaleFindings(*logical).has_value(), "looking into scales does not fail");
    if (!(*logical)->quantized)
        return 0;
    const QuantizedGroups& found = *(*logical)->quantized;
    std::size_t parts = 0;
    for (const QuantizedGroups::Group& group : found.list) {
        parts += group.parts.size();
        readEnds(*logical, group.tensor);
    }
    require((*logical)->tensors.size() - found.list.size() + parts == found.stored->tensors.size(),
        "each stored tensor is there once");
    return 0;
}
