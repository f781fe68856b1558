// Measures how soon a heat map of 10^9 elements shows something, is complete, and stops, for both orders of the axes
// and for every width of dtype: first while the system loads the file into memory, then from memory.

#include "analysis/slices/grid_reduction.h"
#include "formats/opening/open_checkpoint.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace loupe {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point since)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

/// Creates a sparse safetensors file of zeros, which takes no disk space.
std::filesystem::path sparseFile(const test::TemporaryFolder& folder, const std::string& dtype, std::uint64_t side)
{
    const std::uint64_t size = side * side * bitsPerElement(*dtypeFromName(dtype)) / 8;
    const std::string length = std::to_string(side);
    std::string header = R"({"t":{"dtype":")" + dtype + R"(","shape":[)" + length + "," + length
        + R"(],"data_offsets":[0,)" + std::to_string(size) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string prefix(8, '\0');
    prefix[0] = static_cast<char>(header.size());
    const auto path = folder.write(dtype, prefix + header);
    std::filesystem::resize_file(path, 8 + header.size() + size);
    return path;
}

void measure(const Elements& elements, std::size_t rowAxis, std::uint64_t side)
{
    const std::vector<std::uint64_t> origin{0, 0};
    const Slice slice = Slice::across(elements.tensor().shape, rowAxis, 1 - rowAxis, origin).value();
    const SliceWindow all{0, 0, side, side};
    const GridShape shape = GridShape::fitting(all, 700, 1000);

    const auto sample = [&](std::uint64_t cells) {
        const auto sampling = Clock::now();
        (void)sampleGrid(elements, slice, ComplexPart::Real, GridShape::fitting(all, cells, cells));
        return milliseconds(sampling);
    };
    const double coarse = sample(16);
    const double fine = sample(64);
    const auto reducing = Clock::now();
    (void)reduceGrid(elements, slice, ComplexPart::Real, shape);
    const double reduced = milliseconds(reducing);

    std::stop_source stop;
    Clock::time_point asked;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(reduced / 3));
        asked = Clock::now();
        stop.request_stop();
    });
    (void)reduceGrid(elements, slice, ComplexPart::Real, shape, {stop.get_token(), nullptr});
    const auto stopped = Clock::now();
    stopper.join();
    const double seconds = reduced / 1000;
    const double gigabytes = static_cast<double>(side * side) * bitsPerElement(elements.dtype()) / 8e9;
    std::printf("%-8s %-14s samples %6.1f, %6.1f ms   whole %8.1f ms (%5.2f GB/s)   stop %5.1f ms\n",
        std::string(dtypeName(elements.dtype())).c_str(), rowAxis == 0 ? "rows in order" : "transposed", coarse, fine,
        reduced, gigabytes / seconds,
        std::max(0.0, std::chrono::duration<double, std::milli>(stopped - asked).count())); // 0: already finished
}

} // namespace
} // namespace loupe

int main()
{
    using namespace loupe;
    constexpr std::uint64_t side = 32768;
    const test::TemporaryFolder folder;
    for (const char* const dtype : {"F4", "F8_E4M3", "BF16", "F16", "F32", "I32"}) {
        const auto path = sparseFile(folder, dtype, side);
        const auto elements = Elements::open(openCheckpoint(path).value(), 0).value();
        for (int run = 0; run < 2; ++run) {
            measure(elements, 0, side);
            measure(elements, 1, side);
        }
        std::filesystem::remove(path);
    }
}
