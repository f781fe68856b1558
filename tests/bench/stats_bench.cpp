/// stats_bench [MIB [CASE]]: statistics of one tensor of MIB (1024) in page cache, per dtype and kind of data, with 1
/// and 2 threads: GB/s of each answer and, in brackets, its share of the plain read bandwidth measured in the same
/// round (median of rounds, wall time). Then NumPy's seconds for the same answers on the same file.
///
/// sum: adding up the bytes as 64-bit integers, the bandwidth; first: `figures` on a map not touched before;
/// figures: counts, extremes, mean, deviation; +bins: and a 256-bin histogram; +ranks: and 7 quantiles;
/// all: everything.

#include "analysis/chunks.h"
#include "analysis/parallel.h"
#include "analysis/summary.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace loupe::test {

namespace {

constexpr unsigned rounds = 5;
const std::vector<double> sevenQuantiles{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

enum class Data : std::uint8_t { Normal, Zero, Constant, Nan, RandomBits, Two };

struct Case {
    const char* name;
    DType dtype;
    Data data;
    bool peer; ///< NumPy is asked too
};

constexpr Case cases[] = {
    {"F32 normal", DType::F32, Data::Normal, true},
    {"F32 zero", DType::F32, Data::Zero, false},
    {"F32 constant", DType::F32, Data::Constant, false},
    {"F32 NaN", DType::F32, Data::Nan, false},
    {"F32 random bits", DType::F32, Data::RandomBits, false},
    {"F32 0 or 1", DType::F32, Data::Two, false},
    {"F64 normal", DType::F64, Data::Normal, true},
    {"F64 random bits", DType::F64, Data::RandomBits, false},
    {"BF16 normal", DType::BF16, Data::Normal, false},
    {"BF16 zero", DType::BF16, Data::Zero, false},
    {"BF16 NaN", DType::BF16, Data::Nan, false},
    {"BF16 random bits", DType::BF16, Data::RandomBits, false},
    {"F16 normal", DType::F16, Data::Normal, true},
    {"I64 random bits", DType::I64, Data::RandomBits, true},
    {"I64 0 or 1", DType::I64, Data::Two, false},
    {"U8 random bits", DType::U8, Data::RandomBits, true},
    {"C64 normal", DType::C64, Data::Normal, false},
};

template <typename T>
void append(std::string& bytes, T value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

std::uint16_t half(float value)
{
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
    switch (what.dtype) {
    case DType::F64:
        // Beyond the digits of F32 too.
        return append(bytes, static_cast<double>(value) * (1 + 1e-9 * static_cast<double>(random() % 1000)));
    case DType::BF16:
        return append(bytes, static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
    case DType::F16:
        return append(bytes, half(value));
    case DType::I64:
        return append(bytes, bit);
    default:
        return append(bytes, value);
    }
}

/// Different stretches for 64 MiB, then the same again.
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

Elements open(const std::filesystem::path& path, DType dtype, std::uint64_t size)
{
    auto arena = std::make_shared<Arena>();
    auto checkpoint = std::make_shared<Checkpoint>();
    CheckpointFile& file = checkpoint->files.emplace_back();
    file.path = path;
    file.source = Source::open(path).value();
    Tensor tensor;
    tensor.name = "t";
    const std::array shape{size * 8 / bitsPerElement(dtype)};
    tensor.shape = arena->copy(std::span<const std::uint64_t>(shape));
    tensor.dtype = dtype;
    tensor.bytes = {0, size};
    checkpoint->tensors.push_back(tensor);
    checkpoint->arenas.push_back(std::move(arena));
    return Elements::open(std::move(checkpoint), 0).value();
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
            return spans.visit(
                span, mine.scratch, {}, [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytes) {
                    std::array<std::uint64_t, 4> sums{};
                    for (std::size_t i = 0; i + 32 <= bytes.size(); i += 32) {
                        std::array<std::uint64_t, 4> words;
                        std::memcpy(words.data(), bytes.data() + i, 32);
                        for (std::size_t k = 0; k < 4; ++k)
                            sums[k] += words[k];
                    }
                    mine.total += sums[0] + sums[1] + sums[2] + sums[3];
                });
        });
    if (sum.value().total == 1) // never; but the compiler must not know that nobody wants the sum
        std::puts("");
}

double secondsOf(const std::function<void()>& run)
{
    const auto begin = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// Prints the seconds of each answer in one line. In chunks of 1 MiB, as an expert would write it, figures and, the
/// range being known, the histogram.
constexpr const char* pythonScript = R"(
import sys, time
import numpy as np
path, dtype = sys.argv[1:]
np.seterr(all="ignore")
data = np.memmap(path, dtype, "r")
data.view("u8").sum()
def figures(x):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    finite = np.isfinite(wide)
    kept = wide[finite].astype(np.float64)
    return (np.isnan(wide).sum(), np.isposinf(wide).sum() if x.dtype.kind == "f" else 0, (wide == 0).sum(),
            (wide < 0).sum(), kept.min(), kept.max(), kept.mean(), kept.std())
def chunks():
    step = (1 << 20) // data.itemsize
    for begin in range(0, data.size, step):
        yield data[begin:begin + step]
def timed(what):
    begin = time.perf_counter()
    result = what()
    print("%.3f" % (time.perf_counter() - begin), end=" ", flush=True)
    return result
def histogram_in_chunks():
    total = 0
    for x in chunks():
        x = x.astype(np.float32) if x.dtype == np.float16 else x
        total = total + np.histogram(x[np.isfinite(x)], 256, (low, high))[0]
timed(lambda: [figures(x) for x in chunks()])
low, high = timed(lambda: figures(data))[4:6]
timed(histogram_in_chunks)
timed(lambda: np.histogram(data[np.isfinite(data)], 256))
timed(lambda: np.percentile(data[np.isfinite(data)], [1, 5, 25, 50, 75, 95, 99]))
)";

const char* numpyName(DType dtype)
{
    switch (dtype) {
    case DType::F16:
        return "f2";
    case DType::F64:
        return "f8";
    case DType::I64:
        return "i8";
    case DType::U8:
        return "u1";
    default:
        return "f4";
    }
}

void run(const Case& what, std::uint64_t size, const TemporaryFolder& folder, const std::filesystem::path& script)
{
    const auto path = folder.path() / "tensor";
    write(path, what, size);
    for (const std::size_t threads : {1, 2}) {
        setThreadLimit(threads);
        const Elements elements = open(path, what.dtype, size);
        readSum(elements);
        const SummaryOptions figures{.bins = 0};
        const SummaryOptions bins{};
        const SummaryOptions ranks{.bins = 0, .quantiles = sevenQuantiles};
        const SummaryOptions all{.quantiles = sevenQuantiles};
        std::array<std::vector<double>, 6> seconds;
        std::array<std::vector<double>, 6> shares;
        for (unsigned round = 0; round < rounds; ++round) {
            std::array<double, 6> times;
            times[0] = secondsOf([&] { readSum(elements); });
            const Elements fresh = open(path, what.dtype, size);
            times[1] = secondsOf([&] { (void)summarize(fresh, figures).value(); });
            const std::array options{&figures, &bins, &ranks, &all};
            for (std::size_t i = 0; i < options.size(); ++i)
                times[i + 2] = secondsOf([&] { (void)summarize(elements, *options[i]).value(); });
            for (std::size_t i = 0; i < times.size(); ++i) {
                seconds[i].push_back(times[i]);
                shares[i].push_back(times[0] / times[i]);
            }
        }
        std::printf("%-17s %zu", what.name, threads);
        for (std::size_t i = 0; i < seconds.size(); ++i)
            std::printf(
                "  %5.2f (%3.0f %%)", static_cast<double>(size) / median(seconds[i]) / 1e9, 100 * median(shares[i]));
        std::printf("\n");
        std::fflush(stdout);
    }
    if (what.peer) {
        std::printf("%-17s   NumPy's seconds: ", what.name);
        std::fflush(stdout);
        const std::string command =
            "/usr/bin/python3 " + script.string() + ' ' + path.string() + ' ' + numpyName(what.dtype);
        const bool ran = std::system(command.c_str()) == 0;
        std::puts(ran ? "(figures in chunks, whole; histogram in chunks, whole; percentiles)" : "failed");
    }
}

} // namespace

} // namespace loupe::test

int main(int argumentCount, char** arguments)
{
    const std::uint64_t size = (argumentCount > 1 ? std::stoull(arguments[1]) : 1024) << 20;
    const std::string wanted = argumentCount > 2 ? arguments[2] : "";
    const loupe::test::TemporaryFolder folder;
    const auto script = folder.write("peer.py", loupe::test::pythonScript);
    std::puts(
        "GB/s            threads  sum            first          figures        +bins          +ranks         all");
    for (const auto& what : loupe::test::cases) {
        if (std::string(what.name).starts_with(wanted))
            loupe::test::run(what, size, folder, script);
    }
}
