/// Takes the input as each kind of file of a DeepSpeed checkpoint in turn, next to the other files of a real one. What
/// is listed is bounded by the file's size, even if its records share parts. Values can be read if they exist.

#include "core/elements.h"
#include "core/region.h"
#include "formats/opening/open_checkpoint.h"
#include "fuzz/fuzzing.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <array>
#include <vector>

namespace {

using namespace loupe;
using fuzz::require;

/// A copy of a sample in which the input replaces one file.
struct Replaced {
    const char* sample;
    const char* file;
};

constexpr std::array<Replaced, 5> replacedFiles{{
    {"zero2-fp16/global_step12", "mp_rank_00_model_states.pt"},
    {"zero2-fp16/global_step12", "zero_pp_rank_1_mp_rank_00_optim_states.pt"},
    {"zero3-bf16/global_step12", "zero_pp_rank_0_mp_rank_00_model_states.pt"},
    {"zero3-bf16/global_step12", "zero_pp_rank_2_mp_rank_00_model_states.pt"},
    {"zero3-bf16/global_step12", "bf16_zero_pp_rank_0_mp_rank_00_optim_states.pt"},
}};

/// The folder of all copies, each in a subfolder named by its index in the list.
const test::TemporaryFolder& copies()
{
    static const test::TemporaryFolder made;
    static const bool isFilled = [] {
        for (std::size_t i = 0; i < replacedFiles.size(); ++i)
            std::filesystem::copy(
                std::filesystem::path(LOUPE_FUZZ_DATA) / replacedFiles[i].sample, made.path() / std::to_string(i));
        return !made.names().empty();
    }();
    require(isFilled, "the samples are there");
    return made;
}

/// Reads the first and the last elements.
void readEnds(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    constexpr std::uint64_t most = 100;
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements || elements->count() == 0)
        return;
    const std::uint64_t count = std::min(elements->count(), most) / 8 * 8;
    Buffer scratch;
    for (const std::uint64_t first : {std::uint64_t{0}, (elements->count() - count) / 8 * 8}) {
        const auto done = elements->visit(first, count, scratch, [](std::span<const std::byte>) {});
        require(done || done.error().code == ErrorCode::Malformed, "values that are there can be read");
    }
}

void checkCopy(const std::filesystem::path& folder, std::size_t size)
{
    const auto checkpoint = openCheckpoint(folder, {}, Source::Access::Read);
    require(checkpoint.has_value(), "content gives findings, not failures");
    constexpr std::size_t others = 100'000; // an upper bound for the bytes of all other files
    std::uint64_t named = 0;
    for (std::uint32_t i = 0; i < (*checkpoint)->tensors.size(); ++i) {
        const Tensor& tensor = (*checkpoint)->tensors[i];
        named += tensor.name.size() + tensor.shape.size();
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        readEnds(*checkpoint, i);
    }
    require((*checkpoint)->tensors.size() <= 4 * (size + others), "tensors are bounded by the files");
    require(named <= 128 * (size + others) + 256'000'000, "names and shapes are bounded by the files");
    for (std::uint32_t file = 0; file < (*checkpoint)->files.size(); ++file) {
        std::uint64_t position = 0;
        for (const Region& region : tileRegions(**checkpoint, file)) {
            require(region.range.begin == position, "each byte is in one region");
            position = region.range.end;
        }
        require(std::ranges::is_sorted(
                    (*checkpoint)->files[file].parts, {}, [](const FilePart& part) { return part.range.begin; }),
            "parts are in order");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    for (std::size_t i = 0; i < replacedFiles.size(); ++i) {
        const std::string folder = std::to_string(i);
        copies().write(folder + '/' + replacedFiles[i].file, {reinterpret_cast<const char*>(data), size});
        checkCopy(copies().path() / folder, size);
    }
    return 0;
}
