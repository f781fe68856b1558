/// stats_bench [MIB [CASE]]: statistics of one tensor of MIB (1024) in page cache, per dtype and kind of data, with 1
/// and 2 threads. Prints GB/s of each answer and, in brackets, its share of the plain read bandwidth measured in the
/// same round (median of rounds, wall time). Then, for normally distributed numbers, prints the time that NumPy and
/// torch take for the same answers on the same file, also as a multiple of ours with 2 threads. Runs only cases whose
/// names begin with CASE.
///
/// sum: adding up the bytes as 64-bit integers, the bandwidth; first: `figures` on a map not touched before;
/// figures: counts, extremes, mean, deviation; +bins: and a 256-bin histogram; +ranks: and 7 quantiles;
/// all: everything, which is the whole answer of `tloupe stats`; symlog: figures and 1024 bins of the histogram's
/// logarithmic scale.

#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/summary.h"
#include "analysis/statistics/value_scale.h"
#include "bench/plain_file.h"
#include "bench/stats_peers.h"
#include "bench/timing.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::test {

namespace {

constexpr unsigned rounds = 5;
const std::vector<double> sevenQuantiles{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

enum class Data : std::uint8_t { Normal, Zero, Constant, Nan, RandomBits, Two };
constexpr std::array dataNames{"normal", "zero", "constant", "NaN", "random bits", "0 or 1"};

constexpr std::array dtypes{
    DType::F32, DType::F64, DType::BF16, DType::F16, DType::I64, DType::I32, DType::U8, DType::C64};

struct Case {
    DType dtype;
    Data data;
    std::string name() const { return std::string(dtypeName(dtype)) + ' ' + dataNames[static_cast<std::size_t>(data)]; }
};

std::vector<Case> allCases()
{
    std::vector<Case> cases;
    for (const DType dtype : dtypes) {
        for (const Data data : {Data::Normal, Data::Zero, Data::Constant, Data::Nan, Data::RandomBits, Data::Two}) {
            if (data != Data::Nan || info(dtype).kind == DTypeKind::Float)
                cases.push_back({dtype, data});
        }
    }
    return cases;
}

template <typename T>
void append(std::string& bytes, T value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

std::uint16_t half(float value)
{
    if (std::isnan(value))
        return 0x7e00;
    const auto bits = std::bit_cast<std::uint32_t>(value * 0x1p-112f); // rebiases the exponent
    return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | (bits >> 13 & 0x7fff));
}

void appendElement(std::string& bytes, const Case& what, std::mt19937_64& random)
{
    std::normal_distribution<float> normal(0, 0.02f);
    const std::uint64_t bit = random() & 1;
    const float value = what.data == Data::Normal ? normal(random)
        : what.data == Data::Constant             ? 0.5f
        : what.data == Data::Nan                  ? std::bit_cast<float>(0x7fc00000u)
        : what.data == Data::Two                  ? static_cast<float>(bit)
                                                  : 0.0f;
    const float whole = what.data == Data::Normal ? value * 1500 : value * 2; // as integers: constant 1, or 0 and 2
    switch (what.dtype) {
    case DType::F64:
        // Uses digits beyond the precision of F32, too.
        return append(bytes, static_cast<double>(value) * (1 + 1e-9 * static_cast<double>(random() % 1000)));
    case DType::BF16:
        return append(bytes, static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
    case DType::F16:
        return append(bytes, half(value));
    case DType::I64:
        return append(bytes, static_cast<std::int64_t>(whole));
    case DType::I32:
        return append(bytes, static_cast<std::int32_t>(whole));
    case DType::U8:
        return append(bytes,
            static_cast<std::uint8_t>(std::clamp(what.data == Data::Normal ? 128 + whole : whole, 0.0f, 255.0f)));
    default:
        return append(bytes, value);
    }
}

/// Writes 64 MiB of varying data, then repeats it.
void write(const std::filesystem::path& path, const Case& what, std::uint64_t size)
{
    constexpr std::size_t period = std::size_t{64} << 20;
    std::mt19937_64 random(1);
    std::string bytes;
    while (bytes.size() < std::min<std::uint64_t>(period, size)) {
        if (what.data == Data::RandomBits)
            append(bytes, random());
        else
            appendElement(bytes, what, random);
    }
    std::ofstream file(path, std::ios::binary);
    for (std::uint64_t done = 0; done < size; done += bytes.size())
        file.write(bytes.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(bytes.size(), size - done)));
}

struct Sum {
    std::uint64_t total = 0;
    Buffer scratch;
    void merge(const Sum& other) { total += other.total; }
};

void readSum(const Elements& elements)
{
    const ChunkSpans spans(elements);
    const auto sum = reducePieces(
        spans.count(), {}, [] { return Sum{}; },
        [&](Sum& mine, std::uint64_t span) {
            return spans.visit(span, mine.scratch, {},
                [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytes) { mine.total += sumOf(bytes); });
        });
    use(sum.value().total);
}

enum Column : std::size_t { Sum, First, Figures, WithBins, WithRanks, All, Symlog, columnCount };
using Times = std::array<double, columnCount>;

Times measure(const Elements& elements, const std::filesystem::path& path)
{
    const auto timed = [](const Elements& tensor, const SummaryOptions& options) {
        return secondsOf([&] { (void)summarize(tensor, options).value(); });
    };
    Times times;
    times[Sum] = secondsOf([&] { readSum(elements); });
    times[First] = timed(openPlain(path, elements.dtype()), {.bins = 0});
    times[Figures] = timed(elements, {.bins = 0});
    times[WithBins] = timed(elements, {});
    times[WithRanks] = timed(elements, {.bins = 0, .quantiles = sevenQuantiles});
    times[All] = timed(elements, {.quantiles = sevenQuantiles});
    times[Symlog] = timed(elements, {.edges = ValueScale::symmetricLog(1e-3).edges(-1, 1, 1024)});
    return times;
}

/// Prints one line and returns its times in seconds.
Times run(const Case& what, std::size_t threads, const std::filesystem::path& path, std::uint64_t size)
{
    setThreadLimit(threads);
    const Elements elements = openPlain(path, what.dtype);
    readSum(elements);
    std::array<std::vector<double>, columnCount> seconds;
    std::array<std::vector<double>, columnCount> shares;
    for (unsigned round = 0; round < rounds; ++round) {
        const Times times = measure(elements, path);
        for (std::size_t i = 0; i < columnCount; ++i) {
            seconds[i].push_back(times[i]);
            shares[i].push_back(times[Sum] / times[i]);
        }
    }
    std::printf("%-17s %zu", what.name().c_str(), threads);
    Times typical;
    for (std::size_t i = 0; i < columnCount; ++i) {
        typical[i] = median(seconds[i]);
        std::printf("  %5.2f (%3.0f %%)", static_cast<double>(size) / typical[i] / 1e9, 100 * median(shares[i]));
    }
    std::printf("\n");
    std::fflush(stdout);
    return typical;
}

void run(const Case& what, std::uint64_t size, const TemporaryFolder& folder)
{
    const auto path = folder.path() / "tensor";
    write(path, what, size);
    run(what, 1, path, size);
    const Times ours = run(what, 2, path, size);
    if (what.data != Data::Normal || !hasPeer(what.dtype))
        return;
    const std::string missing = timePeers(path, what.dtype, [&](const PeerTime& peer) {
        const Column column = peer.answer == 'b' ? WithBins : peer.answer == 'r' ? WithRanks : Figures;
        std::printf("    %-52s %7.3f s  %5.1fx\n", peer.what.c_str(), peer.seconds, peer.seconds / ours[column]);
        std::fflush(stdout);
    });
    if (!missing.empty())
        std::printf("    %s\n", missing.c_str());
}

int usage(std::FILE* to)
{
    std::fputs("Usage: stats_bench [MIB [CASE]]\n"
               "Times statistics of MIB (1024) of each kind of tensor whose name begins with CASE:\n",
        to);
    for (const Case& what : allCases())
        std::fprintf(to, "  %s\n", what.name().c_str());
    return to == stdout ? 0 : 2;
}

} // namespace

} // namespace loupe::test

int main(int argumentCount, char** arguments)
{
    using namespace loupe::test;
    const std::vector<std::string_view> given(arguments + 1, arguments + argumentCount);
    if (std::find(given.begin(), given.end(), "--help") != given.end())
        return usage(stdout);
    std::uint64_t mebibytes = 1024;
    if (!given.empty()) {
        const auto* const end = given[0].data() + given[0].size();
        const auto [stopped, error] = std::from_chars(given[0].data(), end, mebibytes);
        if (error != std::errc() || stopped != end || mebibytes == 0 || mebibytes > 1 << 20)
            return usage(stderr);
    }
    const std::string_view wanted = given.size() > 1 ? given[1] : "";
    auto cases = allCases();
    std::erase_if(cases, [&](const Case& what) { return !what.name().starts_with(wanted); });
    if (given.size() > 2 || cases.empty())
        return usage(stderr);
    const TemporaryFolder folder;
    std::puts("GB/s            threads  sum            first          figures        +bins          +ranks         all "
              "           symlog");
    for (const Case& what : cases)
        run(what, mebibytes << 20, folder);
}
