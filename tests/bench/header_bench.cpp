/// header_bench [TENSORS]: times how long it takes to open a checkpoint (read, parse and validate its header), and the
/// same with Python's json.loads and with nlohmann/json and equal checks, alternating in one run. Prints medians in ns
/// per tensor and the goals G2 and G3. Measures wall time on cached files. The peers use one thread; ours uses a second
/// one if there are many names.
///
/// The reference crates are not built here. Their time is estimated from its ratio to that of json.loads, as measured
/// once on one machine.

#include "bench/made_files.h"
#include "bench/timing.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe::test {

namespace {

struct Case {
    unsigned tensors;
    unsigned rounds;
    unsigned repeats; ///< measurements in each round, of which the median counts
    double rustSafetensors; ///< the crate's time divided by that of json.loads
    double rustBintensors;
    double goalSafetensors; ///< times faster than the crate
    double goalBintensors;
};
constexpr Case cases[] = {
    {300, 15, 41, 712.0 / 658, 147.0 / 658, 6, 1.5},
    {5'000, 15, 9, 814.0 / 805, 114.0 / 805, 8, 1.5},
    {100'000, 5, 5, 990.0 / 1847, 138.0 / 1847, 8, 1.5},
    {1'000'000, 3, 3, 1540.0 / 3901, 400.0 / 3901, 6, 3},
};

double nanoseconds()
{
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double nanosecondsPerTensor(const Case& what, const std::function<bool()>& run)
{
    std::vector<double> times;
    for (unsigned i = 0; i < what.repeats; ++i) {
        const double begin = nanoseconds();
        if (!run()) {
            std::fprintf(stderr, "a reader refused a sound file\n");
            std::exit(1);
        }
        times.push_back((nanoseconds() - begin) / what.tensors);
    }
    return median(times);
}

/// Also searches for quantized weights, as the programs do.
bool openOurs(const std::filesystem::path& path, unsigned count)
{
    const auto checkpoint = openCheckpoint(path).and_then(
        [](std::shared_ptr<const Checkpoint> stored) { return quantized::logicalOf(std::move(stored)); });
    return checkpoint && (*checkpoint)->findings.referenceAccepts() && (*checkpoint)->tensors.size() == count;
}

bool openNlohmann(const std::filesystem::path& path, unsigned count)
{
    std::ifstream file(path, std::ios::binary);
    std::uint64_t length = 0;
    file.read(reinterpret_cast<char*>(&length), 8);
    std::string header(length, '\0');
    file.read(header.data(), static_cast<std::streamsize>(length));
    const auto json = nlohmann::json::parse(header);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const auto& [name, entry] : json.items()) {
        std::uint64_t size = entry.at("dtype").get_ref<const std::string&>() == "F32" ? 4 : 0;
        for (const auto& dimension : entry.at("shape"))
            size *= dimension.get<std::uint64_t>();
        const auto& offsets = entry.at("data_offsets");
        ranges.emplace_back(offsets[0].get<std::uint64_t>(), offsets[1].get<std::uint64_t>());
        if (ranges.back().second - ranges.back().first != size)
            return false;
    }
    std::sort(ranges.begin(), ranges.end());
    std::uint64_t expected = 0;
    for (const auto& [begin, end] : ranges) {
        if (begin != std::exchange(expected, end))
            return false;
    }
    return ranges.size() == count;
}

/// Writes the ns per tensor of json.loads alone and with the checks.
constexpr const char* pythonScript = R"(
import json, struct, sys, time
path, repeats = sys.argv[1], int(sys.argv[2])
def once():
    start = time.perf_counter_ns()
    with open(path, "rb") as file:
        header = file.read(struct.unpack("<Q", file.read(8))[0])
    tensors = json.loads(header)
    parsed = time.perf_counter_ns()
    ranges = []
    for name, entry in tensors.items():
        size = {"F32": 4}[entry["dtype"]]
        for dimension in entry["shape"]:
            size *= dimension
        begin, end = entry["data_offsets"]
        assert end - begin == size
        ranges.append((begin, end))
    ranges.sort()
    expected = 0
    for begin, end in ranges:
        assert begin == expected
        expected = end
    return (parsed - start) / len(tensors), (time.perf_counter_ns() - start) / len(tensors)
times = [once() for _ in range(repeats)]
for column in zip(*times):
    print(sorted(column)[len(column) // 2])
)";

std::pair<double, double> openPython(
    const std::filesystem::path& script, const std::filesystem::path& path, const Case& what)
{
    const std::string command = "python3 " + script.string() + ' ' + path.string() + ' ' + std::to_string(what.repeats);
    FILE* const pipe = popen(command.c_str(), "r");
    double bare = 0;
    double checked = 0;
    const bool read = pipe && std::fscanf(pipe, "%lf %lf", &bare, &checked) == 2;
    if (!pipe || pclose(pipe) != 0 || !read) {
        std::fprintf(stderr, "python3 failed\n");
        std::exit(1);
    }
    return {bare, checked};
}

void run(const Case& what, const TemporaryFolder& folder, const std::filesystem::path& script)
{
    const auto json = makeSafetensors(folder, what.tensors);
    const auto bincode = makeBintensors(folder, what.tensors);
    openOurs(json, what.tensors);
    openOurs(bincode, what.tensors);
    std::vector<double> safetensors;
    std::vector<double> bintensors;
    std::vector<double> nlohmann;
    std::vector<double> bare;
    std::vector<double> checked;
    std::vector<double> perBare;
    std::vector<double> perBareBincode;
    for (unsigned round = 0; round < what.rounds; ++round) {
        safetensors.push_back(nanosecondsPerTensor(what, [&] { return openOurs(json, what.tensors); }));
        nlohmann.push_back(nanosecondsPerTensor(what, [&] { return openNlohmann(json, what.tensors); }));
        bintensors.push_back(nanosecondsPerTensor(what, [&] { return openOurs(bincode, what.tensors); }));
        const auto [alone, withChecks] = openPython(script, json, what);
        bare.push_back(alone);
        checked.push_back(withChecks);
        perBare.push_back(alone / safetensors.back());
        perBareBincode.push_back(alone / bintensors.back());
    }
    const double crateRatio = median(perBare) * what.rustSafetensors;
    const double crateRatioBincode = median(perBareBincode) * what.rustBintensors;
    std::printf("%8u | %11.0f %10.0f | %8.0f %10.0f %12.0f | %9.1f x | G2 %5.1f x, goal %.1f | G3 %5.1f x, goal %.1f\n",
        what.tensors, median(safetensors), median(bintensors), median(nlohmann), median(bare), median(checked),
        median(perBare), crateRatio, what.goalSafetensors, crateRatioBincode, what.goalBintensors);
    std::fflush(stdout);
}

} // namespace

} // namespace loupe::test

int main(int argc, char** argv)
{
    const unsigned long only = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
    const loupe::test::TemporaryFolder folder;
    const auto script = folder.write("peer.py", loupe::test::pythonScript);
    std::puts("ns per tensor; goals besides: 200 and 130 ns at a million; 15 x json.loads at 100000");
    std::puts(
        " tensors | safetensors bintensors | nlohmann json.loads    and checks | json.loads  | against the crates "
        "(estimated from json.loads)");
    for (const auto& what : loupe::test::cases) {
        if (only == 0 || only == what.tensors)
            loupe::test::run(what, folder, script);
    }
}
