/// digest_bench TLOUPE [MIB [ROUNDS]]: times digests of a file of MIB (1024) in page cache, each compared with its peer
/// in the same round (median of rounds and of ratios, wall time).
///
/// One thread: XXH3-128 of the file against the plain read bandwidth, SHA-256 against OpenSSL's own loop over the map.
/// Whole processes: `tloupe hash` against xxhsum and sha256sum. Two threads against one: digests of 64 tensors.

#include "analysis/digests/digest.h"
#include "analysis/parallel/parallel.h"
#include "bench/plain_file.h"
#include "bench/timing.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <openssl/evp.h>

namespace loupe::test {

namespace {

constexpr std::uint64_t blockSize = std::uint64_t{1} << 20;

void write(const std::filesystem::path& path, std::uint64_t size)
{
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> block(blockSize / sizeof(std::uint64_t));
    std::ofstream file(path, std::ios::binary);
    for (std::uint64_t done = 0; done < size; done += blockSize) {
        std::generate(block.begin(), block.end(), std::ref(random));
        file.write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(blockSize));
    }
}

/// Reads a file like digestFile(), without the digest.
template <typename Visitor>
void forBlocks(const Source& source, Visitor visitor)
{
    Buffer scratch;
    for (std::uint64_t begin = 0; begin < source.size(); begin += blockSize)
        (void)source.visit({begin, std::min(begin + blockSize, source.size())}, scratch, visitor);
}

void sumFile(const Source& source)
{
    std::uint64_t sum = 0;
    forBlocks(source, [&](std::span<const std::byte> bytes) { sum += sumOf(bytes); });
    use(sum);
}

void evpSha256(const Source& source)
{
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, EVP_sha256(), nullptr);
    forBlocks(source, [&](std::span<const std::byte> bytes) { EVP_DigestUpdate(context, bytes.data(), bytes.size()); });
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_DigestFinal_ex(context, digest, nullptr);
    EVP_MD_CTX_free(context);
    use(digest[0] + 2U);
}

/// The file as a checkpoint of consecutive tensors.
std::shared_ptr<const Checkpoint> inTensors(const std::filesystem::path& path)
{
    constexpr std::uint64_t count = 64;
    auto checkpoint = std::make_shared<Checkpoint>();
    CheckpointFile& file = checkpoint->files.emplace_back();
    file.path = path;
    file.source = Source::open(path).value();
    for (std::uint64_t i = 0; i < count; ++i) {
        Tensor& tensor = checkpoint->tensors.emplace_back();
        tensor.dtype = DType::U8;
        tensor.bytes = {file.source->size() * i / count, file.source->size() * (i + 1) / count};
    }
    return checkpoint;
}

void digestAll(const Checkpoint& checkpoint, DigestAlgorithm algorithm, std::size_t threads)
{
    setThreadLimit(threads);
    std::vector<std::uint32_t> tensors(checkpoint.tensors.size());
    std::iota(tensors.begin(), tensors.end(), 0U);
    use(digestTensors(checkpoint, tensors, algorithm).value().front().value().size());
    setThreadLimit(0);
}

void runProcess(const std::string& command)
{
    if (std::system((command + " >/dev/null").c_str()) != 0) {
        std::fprintf(stderr, "failed: %s\n", command.c_str());
        std::exit(1);
    }
}

/// Runs both in each round, in alternating order.
void compare(const char* ours, const std::function<void()>& run, const char* peer, const std::function<void()>& runPeer,
    const char* goal, std::uint64_t size, unsigned rounds)
{
    std::vector<double> seconds;
    std::vector<double> peerSeconds;
    std::vector<double> ratios;
    for (unsigned round = 0; round < rounds; ++round) {
        if (round % 2)
            peerSeconds.push_back(secondsOf(runPeer));
        seconds.push_back(secondsOf(run));
        if (round % 2 == 0)
            peerSeconds.push_back(secondsOf(runPeer));
        ratios.push_back(peerSeconds.back() / seconds.back());
    }
    const double gigabytes = static_cast<double>(size) / 1e9;
    std::printf("%-34s %6.2f GB/s   %-28s %6.2f GB/s   %5.2fx, goal %s\n", ours, gigabytes / median(seconds), peer,
        gigabytes / median(peerSeconds), median(ratios), goal);
    std::fflush(stdout);
}

} // namespace

} // namespace loupe::test

int main(int argumentCount, char** arguments)
{
    using namespace loupe;
    using namespace loupe::test;
    if (argumentCount < 2) {
        std::fputs("Usage: digest_bench TLOUPE [MIB [ROUNDS]]\n", stderr);
        return 2;
    }
    const std::uint64_t size = (argumentCount > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1024) << 20;
    const auto rounds = static_cast<unsigned>(argumentCount > 3 ? std::strtoul(arguments[3], nullptr, 10) : 7);
    const TemporaryFolder folder;
    const auto path = folder.path() / "file";
    write(path, size);
    const auto source = Source::open(path).value();
    const auto checkpoint = inTensors(path);
    sumFile(*source);
    digestAll(*checkpoint, DigestAlgorithm::Xxh3_128, 1);
    const auto pair = [&](const char* ours, const std::function<void()>& run, const char* peer,
                          const std::function<void()>& runPeer,
                          const char* goal) { compare(ours, run, peer, runPeer, goal, size, rounds); };
    const auto digest = [&](DigestAlgorithm algorithm) {
        return [&, algorithm] { use(digestFile(*source, algorithm).value().size()); };
    };
    const auto tensors = [&](DigestAlgorithm algorithm, std::size_t threads) {
        return [&, algorithm, threads] { digestAll(*checkpoint, algorithm, threads); };
    };
    const auto process = [](const std::string& command) { return [command] { runProcess(command); }; };
    const std::string tloupe = std::string(arguments[1]) + " hash --algorithm ";
    pair(
        "XXH3-128", digest(DigestAlgorithm::Xxh3_128), "sum", [&] { sumFile(*source); }, "0.70");
    pair(
        "SHA-256", digest(DigestAlgorithm::Sha256), "OpenSSL's EVP", [&] { evpSha256(*source); }, "0.95");
    pair("tloupe hash, XXH3-128", process(tloupe + "xxh3-128 " + path.string()), "xxhsum -H2",
        process("xxhsum -q -H2 " + path.string()), "1.30");
    pair("tloupe hash, SHA-256", process(tloupe + "sha256 " + path.string()), "sha256sum",
        process("sha256sum " + path.string()), "4.00");
    pair("XXH3-128 of tensors, 2 threads", tensors(DigestAlgorithm::Xxh3_128, 2), "1 thread",
        tensors(DigestAlgorithm::Xxh3_128, 1), "1.80");
    pair("SHA-256 of tensors, 2 threads", tensors(DigestAlgorithm::Sha256, 2), "1 thread",
        tensors(DigestAlgorithm::Sha256, 1), "1.80");
}
