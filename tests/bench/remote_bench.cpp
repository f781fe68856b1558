/// remote_bench [MIB]: reads files from a server on this machine.
///
/// Reading: nginx serves a file of MIB (1024) of normally distributed BF16 numbers. Measures wall time and processor
/// time (user and system, of the client alone) of `curl`, which fetches and discards the whole file over as many
/// connections; of plain reading through a Source; and of `tloupe scan`, without and with a disk cache. Prints rates,
/// also relative to curl's in the same round (median of rounds). Runs once as fast as the machine can, with server and
/// client sharing its processors, and once over a line of 10 Gbit/s: the loopback of a separate network namespace with
/// a token bucket, which needs root and Debian's iproute2.
///
/// Opening: a simulated model of 1.5 TB in 96 shards with 499,968 tensors, on a server that takes 50 ms for each
/// answer. Prints seconds, the fetched bytes relative to those of the headers and the index, and the requests for each
/// shard. Then prints how much the statistics of one tensor fetch, relative to its bytes.

#include "analysis/parallel/chunks.h"
#include "analysis/statistics/health.h"
#include "analysis/statistics/summary.h"
#include "bench/plain_file.h"
#include "bench/timing.h"
#include "formats/opening/open_checkpoint.h"
#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/server_process.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <sched.h>
#include <sys/resource.h>

namespace loupe::test {

namespace {

constexpr int rounds = 5;
constexpr int connections = 16;

struct Time {
    double wall = 0;
    double processor = 0;
};

double processorSeconds(int who)
{
    rusage used{};
    getrusage(who, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// `who` is RUSAGE_SELF, or RUSAGE_CHILDREN if `run` runs a program to its end.
Time timeOf(int who, const std::function<void()>& run)
{
    const double before = processorSeconds(who);
    const double wall = secondsOf(run);
    return {wall, processorSeconds(who) - before};
}

void makeFile(const std::filesystem::path& path, std::uint64_t mebibytes)
{
    constexpr std::uint64_t tensorBytes = std::uint64_t{16} << 20;
    const std::uint64_t tensors = std::max<std::uint64_t>(mebibytes / 16, 1);
    std::string header = "{";
    for (std::uint64_t i = 0; i < tensors; ++i) {
        header += (i ? ",\"" : "\"") + std::string("layers.") + std::to_string(i)
            + ".weight\":{\"dtype\":\"BF16\",\"shape\":[4096,2048],\"data_offsets\":[" + std::to_string(i * tensorBytes)
            + ',' + std::to_string((i + 1) * tensorBytes) + "]}";
    }
    header += '}';
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string values;
    std::mt19937_64 random(1);
    std::normal_distribution<float> normal;
    while (values.size() < tensorBytes) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(normal(random));
        values += {static_cast<char>(bits >> 16), static_cast<char>(bits >> 24)};
    }
    std::ofstream file(path, std::ios::binary);
    const std::uint64_t length = header.size();
    file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    file << header;
    for (std::uint64_t i = 0; i < tensors; ++i) {
        std::memcpy(values.data(), &i, sizeof(i)); // makes every block different
        file << values;
    }
}

/// Fetches parts of the file, all at the same time.
void fetchWithCurl(const std::string& url, std::uint64_t size)
{
    std::string command = "curl --silent --parallel --parallel-immediate --parallel-max " + std::to_string(connections);
    for (int i = 0; i < connections; ++i) {
        const std::uint64_t begin = size / connections * static_cast<std::uint64_t>(i);
        const std::uint64_t end = i + 1 == connections ? size : begin + size / connections;
        command += (i ? " --next --silent" : "") + std::string(" --output /dev/null --range ") + std::to_string(begin)
            + '-' + std::to_string(end - 1) + ' ' + url;
    }
    command += " 2>/dev/null";
    if (std::system(command.c_str()) != 0)
        std::puts("curl failed");
}

template <typename Value>
Value valueOf(Result<Value> result)
{
    if (result)
        return std::move(*result);
    std::puts(describe(result.error()).c_str());
    std::exit(1);
}

std::vector<std::uint32_t> allTensors(const Checkpoint& checkpoint)
{
    std::vector<std::uint32_t> all(checkpoint.tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

void readPlainly(const std::string& url)
{
    remote::NetworkFiles files;
    const auto source = valueOf(files.open(url));
    const auto expected = source->expect({{0, source->size()}});
    Buffer scratch;
    std::uint64_t sum = 0;
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 20;
    for (std::uint64_t offset = 0; offset < source->size(); offset += atOnce) {
        const auto seen = source->visit({offset, std::min(offset + atOnce, source->size())}, scratch,
            [&](std::span<const std::byte> bytes) { sum += std::to_integer<std::uint64_t>(bytes.front()); });
        if (!seen)
            std::puts(describe(seen.error()).c_str());
    }
    use(sum);
}

/// `cache` is an empty folder. If the path is empty, nothing is kept on disk.
void scan(const std::string& url, const std::filesystem::path& cache)
{
    remote::NetworkFiles files;
    if (!cache.empty())
        files.keepOnDisk({cache, remote::DiskCache::usualLimit});
    setRemoteFiles(&files);
    {
        const auto checkpoint = valueOf(openCheckpoint(url));
        const auto done =
            scanHealth(checkpoint, allTensors(*checkpoint), {}, [](std::uint32_t, const Result<Health>&) {});
        if (!done)
            std::puts(describe(done.error()).c_str());
    }
    setRemoteFiles(nullptr);
}

void benchClients(const char* title, const std::string& url, std::uint64_t size)
{
    struct Client {
        const char* name;
        int who;
        std::function<void()> run;
        std::vector<double> rates = {};
        std::vector<double> shares = {};
        std::vector<double> processor = {};
    };
    std::vector<Client> clients{{"curl", RUSAGE_CHILDREN, [&] { fetchWithCurl(url, size); }},
        {"read", RUSAGE_SELF, [&] { readPlainly(url); }}, {"scan", RUSAGE_SELF, [&] { scan(url, {}); }},
        {"scan, kept on disk", RUSAGE_SELF, [&] {
             const TemporaryFolder cache;
             scan(url, cache.path());
         }}};
    for (int round = 0; round < rounds; ++round) {
        double curl = 0;
        for (Client& client : clients) {
            const Time time = timeOf(client.who, client.run);
            const double rate = static_cast<double>(size) / time.wall * 1e-9;
            curl = curl > 0 ? curl : rate;
            client.rates.push_back(rate);
            client.shares.push_back(rate / curl);
            client.processor.push_back(time.processor / static_cast<double>(size) * 1e9);
        }
    }
    std::printf("%-22s %8s %10s %22s\n", title, "GB/s", "of curl", "processor seconds/GB");
    for (const Client& client : clients) {
        std::printf("%-22s %8.2f %9.0f%% %22.2f\n", client.name, median(client.rates), 100 * median(client.shares),
            median(client.processor));
    }
}

/// Returns false if the system does not permit it.
bool makeNetwork()
{
    return ::unshare(CLONE_NEWNET) == 0 && std::system("ip link set lo up") == 0;
}

void benchReading(std::uint64_t mebibytes)
{
    const bool hasNetwork = makeNetwork();
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "root");
    const auto path = folder.path() / "root" / "model.safetensors";
    makeFile(path, mebibytes);
    const std::uint64_t size = std::filesystem::file_size(path);
    const ServerProcess server("real_server.py", {"nginx", folder.path()});
    if (!server.isInstalled())
        return;
    const std::string origin = "http://127.0.0.1:" + std::to_string(server.said().at("http").get<int>());
    benchClients("without a limit", origin + "/model.safetensors", size);
    if (hasNetwork && std::system("tc qdisc add dev lo root tbf rate 10gbit burst 2mb limit 20mb") == 0) {
        benchClients("at 10 Gbit/s", origin + "/model.safetensors", size);
        static_cast<void>(std::system("tc qdisc del dev lo root"));
    } else {
        std::puts("at 10 Gbit/s: not measured, needs root and iproute2");
    }
}

void benchOpening()
{
    constexpr const char* model = "/model/96x5208x1508/";
    const FaultServer server;
    // The server creates the headers and the index on the first request.
    server.control("prepare/model/96x5208x1508");
    std::uint64_t needed = 0;
    {
        remote::NetworkFiles files;
        setRemoteFiles(&files);
        const auto checkpoint = valueOf(openCheckpoint(server.url(model) + "model.safetensors.index.json"));
        for (const CheckpointFile& file : checkpoint->files)
            needed += file.header.end;
        needed += valueOf(files.open(server.url(model) + "model.safetensors.index.json"))->size();
    }
    setRemoteFiles(nullptr);
    std::vector<double> seconds;
    std::vector<double> bytes;
    std::vector<double> statistics;
    std::uint64_t mostRequests = 0;
    for (int round = 0; round < rounds; ++round) {
        server.reset();
        remote::NetworkFiles files;
        setRemoteFiles(&files);
        std::shared_ptr<const Checkpoint> checkpoint;
        seconds.push_back(secondsOf([&] {
            checkpoint =
                valueOf(openCheckpoint(server.url("/~delay=50" + std::string(model)) + "model.safetensors.index.json"));
        }));
        const std::uint64_t fetched = files.traffic().bytes;
        bytes.push_back(static_cast<double>(fetched) / static_cast<double>(needed));
        const auto stats = server.stats();
        for (const auto& [name, file] : stats.at("files").items()) {
            if (name.find("-of-") != std::string::npos)
                mostRequests = std::max(mostRequests, file.at("requests").get<std::uint64_t>());
        }
        const auto tensor = static_cast<std::uint32_t>(checkpoint->tensors.size() / 2);
        const auto elements = valueOf(Elements::open(checkpoint, tensor));
        if (const auto summary = summarize(elements, {}, {}); !summary)
            std::puts(describe(summary.error()).c_str());
        statistics.push_back(static_cast<double>(files.traffic().bytes - fetched)
            / static_cast<double>(checkpoint->tensors[tensor].bytes.size()));
        checkpoint.reset();
        setRemoteFiles(nullptr);
    }
    std::printf("\nopening 96 shards at 50 ms: %.2f s, %.3f of the bytes of headers and index, at most %llu requests a "
                "shard\nstatistics of a tensor: %.3f of its bytes\n",
        median(seconds), median(bytes), static_cast<unsigned long long>(mostRequests), median(statistics));
}

} // namespace

} // namespace loupe::test

int main(int count, char** arguments)
{
    std::uint64_t mebibytes = 1024;
    if (count > 1) {
        const std::string_view text = arguments[1];
        if (std::from_chars(text.data(), text.data() + text.size(), mebibytes).ptr != text.data() + text.size()) {
            std::puts("remote_bench [MIB]: see the start of its source");
            return 2;
        }
    }
    loupe::test::benchReading(mebibytes);
    loupe::test::benchOpening();
    return 0;
}
