/// diff_bench [MIB [ROUNDS]]: compares a pair of F32 tensors of MIB (1024) each in page cache, with 1 and 2 threads.
/// Prints GB/s of both sides' bytes and, in brackets, its share of the plain read bandwidth measured in the same round
/// (median of rounds, wall time). Then times cmp, NumPy and torch on the same files, measures the private memory of
/// `tloupe diff` for two files of that size, and times comparing the structure of two checkpoints of 300 000 tensors.
///
/// sum: adding up the bytes of both as 64-bit integers, which is the bandwidth; memcmp: memcmp of an equal pair;
/// identical: only the verdict on an equal pair; equal: all figures of an equal pair; changed: all figures of a pair in
/// which every element differs; last: all figures of a pair in which only the last element differs.

#include "analysis/comparison/delta.h"
#include "analysis/comparison/pair_spans.h"
#include "analysis/comparison/pairing.h"
#include "analysis/parallel/parallel.h"
#include "bench/diff_peers.h"
#include "bench/made_files.h"
#include "bench/plain_file.h"
#include "bench/private_memory.h"
#include "bench/timing.h"
#include "formats/opening/open_checkpoint.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <unistd.h>

namespace loupe::test {

namespace {

constexpr unsigned structureTensors = 300'000;

/// Values like weights: random for 16 MiB, then repeated.
std::vector<float> weights(unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.001f, 0.02f);
    std::vector<float> values(std::size_t{4} << 20);
    for (float& value : values)
        value = normal(random);
    return values;
}

void writeTo(std::ofstream& file, const std::vector<float>& values, std::uint64_t size)
{
    const std::uint64_t period = values.size() * sizeof(float);
    for (std::uint64_t done = 0; done < size; done += period)
        file.write(
            reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(std::min(period, size - done)));
}

void write(const std::filesystem::path& path, const std::vector<float>& values, std::uint64_t size)
{
    std::ofstream file(path, std::ios::binary);
    writeTo(file, values, size);
}

struct State {
    PairScratch scratch;
    std::uint64_t total = 0;
    void merge(const State& other) { total += other.total; }
};

template <typename Visitor>
void forBoth(const Elements& a, const Elements& b, Visitor&& visitor)
{
    const PairSpans spans(a, b);
    const auto state = reducePieces(
        spans.count(), {}, [] { return State{}; },
        [&](State& mine, std::uint64_t span) {
            return spans.visit(span, mine.scratch, {},
                [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytesA,
                    std::span<const std::byte> bytesB) {
                    mine.total += visitor(bytesA, bytesB);
                    return true;
                });
        });
    use(state.value().total);
}

struct Timing {
    const char* name;
    std::function<void()> run;
};

void values(std::uint64_t size, unsigned rounds, const TemporaryFolder& folder)
{
    const auto a = weights(1);
    write(folder.path() / "a", a, size);
    write(folder.path() / "equal", a, size);
    write(folder.path() / "changed", weights(2), size);
    write(folder.path() / "last", a, size);
    {
        std::fstream last(folder.path() / "last", std::ios::binary | std::ios::in | std::ios::out);
        last.seekp(-1, std::ios::end).put('\x3f');
    }
    const Elements one = openPlain(folder.path() / "a", DType::F32);
    const Elements equal = openPlain(folder.path() / "equal", DType::F32);
    const Elements changed = openPlain(folder.path() / "changed", DType::F32);
    const Elements last = openPlain(folder.path() / "last", DType::F32);
    const std::vector<Timing> timings{
        {"sum", [&] { forBoth(one, changed, [](auto x, auto y) { return sumOf(x) + sumOf(y); }); }},
        {"memcmp",
            [&] {
                forBoth(one, equal,
                    [](auto x, auto y) { return std::uint64_t{std::memcmp(x.data(), y.data(), x.size()) != 0}; });
            }},
        {"identical", [&] { (void)areIdentical(one, equal).value(); }},
        {"equal", [&] { (void)compareValues(one, equal).value(); }},
        {"changed", [&] { (void)compareValues(one, changed).value(); }},
        {"last", [&] { (void)compareValues(one, last).value(); }},
    };
    std::printf("%-8s", "threads");
    for (const Timing& timing : timings)
        std::printf("  %-14s", timing.name);
    std::puts("identical / memcmp");
    for (const std::size_t threads : {1, 2}) {
        setThreadLimit(threads);
        for (const Elements* const elements : {&equal, &last})
            forBoth(one, *elements, [](auto x, auto y) { return sumOf(x) + sumOf(y); });
        std::vector<std::vector<double>> seconds(timings.size());
        std::vector<std::vector<double>> shares(timings.size());
        std::vector<double> verdicts;
        for (unsigned round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < timings.size(); ++i) {
                seconds[i].push_back(secondsOf(timings[i].run));
                shares[i].push_back(seconds[0].back() / seconds[i].back());
            }
            verdicts.push_back(seconds[1].back() / seconds[2].back());
        }
        std::printf("%-8zu", threads);
        for (std::size_t i = 0; i < timings.size(); ++i) {
            const double rate = 2 * static_cast<double>(size) / median(seconds[i]) / 1e9;
            std::printf("  %5.2f (%3.0f %%)", rate, 100 * median(shares[i]));
        }
        std::printf("  %.2f\n", median(verdicts));
        std::fflush(stdout);
    }
    setThreadLimit(0);
}

/// Measures the memory that `tloupe diff` takes for two files of one tensor each in which every element differs, which
/// is the case with the most computation.
void memory(std::uint64_t size)
{
    const TemporaryFolder folder;
    const std::uint64_t elements = size / sizeof(float);
    std::string header = R"({"t":{"dtype":"F32","shape":[)" + std::to_string(elements) + R"(],"data_offsets":[0,)"
        + std::to_string(elements * sizeof(float)) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::vector<std::string> command{TLOUPE, "diff"};
    for (unsigned side = 1; side <= 2; ++side) {
        const auto path = folder.path() / (std::to_string(side) + ".safetensors");
        std::ofstream file(path, std::ios::binary);
        file.write(reinterpret_cast<const char*>(&length), sizeof(length));
        file << header;
        writeTo(file, weights(side), size);
        command.push_back(path.string());
    }
    ::sync(); // otherwise data that was just written counts as dirty memory of the process that maps it
    const PrivateMemory taken = privateMemoryOf(command);
    constexpr double mebi = 1 << 20;
    std::printf("private memory of tloupe diff of two files of %.0f MiB, at most: %.1f MiB dirty, %.1f MiB anonymous, "
                "in %u looks (goal: less than 64 MB)%s\n",
        static_cast<double>(size) / mebi, static_cast<double>(taken.dirty) / mebi,
        static_cast<double>(taken.anonymous) / mebi, taken.looks, taken.status == 1 ? "" : ": FAILED");
}

void structure()
{
    const TemporaryFolder folder;
    const auto pathA = makeSafetensors(folder, structureTensors);
    const auto pathB = makeBintensors(folder, structureTensors);
    std::vector<double> opening;
    std::vector<double> pairing;
    for (int round = 0; round < 7; ++round) {
        std::shared_ptr<const Checkpoint> a;
        std::shared_ptr<const Checkpoint> b;
        opening.push_back(secondsOf([&] {
            a = openCheckpoint(pathA).value();
            b = openCheckpoint(pathB).value();
        }));
        pairing.push_back(secondsOf([&] {
            const auto pairs = pairTensors(*a, *b);
            if (pairs.size() != structureTensors)
                std::puts("not all are paired");
        }));
    }
    std::printf("structure of two checkpoints of %u tensors: opening %.0f ms, pairing %.0f ms\n", structureTensors,
        1e3 * median(opening), 1e3 * median(pairing));
}

} // namespace

} // namespace loupe::test

int main(int argumentCount, char** arguments)
{
    const std::uint64_t size = (argumentCount > 1 ? std::stoull(arguments[1]) : 1024) << 20;
    const auto rounds = static_cast<unsigned>(argumentCount > 2 ? std::stoul(arguments[2]) : 7);
    {
        const loupe::test::TemporaryFolder folder;
        loupe::test::values(size, rounds, folder);
        loupe::test::timeDiffPeers(folder.path());
    }
    loupe::test::memory(size);
    loupe::test::structure();
}
