// rewrite_bench [FOLDER [GIB [PAIRS [to-bt|to-safetensors|casts]]]]: times converting a checkpoint of 2 GiB to the
// other format and `cp` of the same file, alternating and with a sync before each; and casts, compared with the plain
// rewrite of their larger side. Ours always syncs the new file to disk before renaming it. cp does not, so it is also
// timed with a sync of its file.

#include "bench/timing.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "saving/writing/save.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace loupe {
namespace {

namespace fs = std::filesystem;
using test::median;
using test::secondsOf;

double secondsAfterSync(const std::function<void()>& body)
{
    ::sync();
    return secondsOf(body);
}

void require(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

/// Writes tensors of 32 MiB and one of an odd size, with values as in models.
fs::path writeModel(const fs::path& path, std::uint64_t bytes)
{
    constexpr std::uint64_t tensorBytes = std::uint64_t{32} << 20;
    std::vector<float> numbers(tensorBytes / 4);
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 0.02F);
    for (float& number : numbers)
        number = normal(random);
    std::string header = "{";
    std::uint64_t begin = 0;
    for (std::uint64_t i = 0; begin < bytes; ++i) {
        const std::uint64_t size = std::min(tensorBytes, bytes - begin);
        header += (i == 0 ? "" : ",") + std::string(R"("layer.)") + std::to_string(1000 + i)
            + R"(.weight":{"dtype":"F32","shape":[)" + std::to_string(size / 4) + R"(],"data_offsets":[)"
            + std::to_string(begin) + ',' + std::to_string(begin + size) + "]}";
        begin += size;
    }
    header += '}';
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    require(file != nullptr, "cannot write the model");
    std::fwrite(&length, 8, 1, file);
    std::fwrite(header.data(), 1, header.size(), file);
    for (std::uint64_t done = 0; done < bytes; done += tensorBytes)
        std::fwrite(numbers.data(), 1, std::min(tensorBytes, bytes - done), file);
    require(std::fclose(file) == 0, "cannot write the model");
    return path;
}

void copyWithCp(const fs::path& from, const fs::path& to, bool bringToDisk)
{
    const pid_t child = fork();
    if (child == 0) {
        execlp("cp", "cp", from.c_str(), to.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    require(status == 0, "cp failed");
    if (!bringToDisk)
        return;
    const int file = open(to.c_str(), O_RDONLY | O_CLOEXEC);
    require(fsync(file) == 0, "fsync failed");
    close(file);
}

/// Opens `from` and writes all of it. Casts F32 and BF16 to `dtype`, unless that is Opaque.
void rewrite(
    const fs::path& from, const fs::path& to, const char* format, DType dtype = DType::Opaque, bool verify = false)
{
    Recipe recipe = copyOf(openCheckpoint(from).value(), *findFormat(format));
    for (RecipeItem& item : recipe.items)
        item.dtype = dtype == DType::Opaque ? item.dtype : dtype;
    const Plan plan = makePlan(recipe).value();
    const auto saved = save(recipe, plan, saveTarget(to, plan, *recipe.format), {Existing::Replace, verify});
    require(saved.has_value(), saved ? "" : saved.error().message.c_str());
}

/// Measures the peak anonymous memory of this process during the object's lifetime.
class PrivateMemory {
public:
    ~PrivateMemory()
    {
        m_thread.request_stop();
        m_thread.join();
        std::printf(
            "private memory: at most %.1f MiB more than before\n", static_cast<double>(m_most - m_before) / 1024);
    }

private:
    static long now() // KiB
    {
        std::FILE* const file = std::fopen("/proc/self/status", "r");
        char line[256];
        long size = 0;
        while (file && std::fgets(line, sizeof line, file))
            std::sscanf(line, "RssAnon: %ld", &size);
        if (file)
            std::fclose(file);
        return size;
    }

    const long m_before = now();
    std::atomic<long> m_most = m_before;
    std::jthread m_thread{[this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            m_most = std::max(m_most.load(), now());
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }};
};

struct Case {
    const char* name;
    std::function<void()> run;
    std::vector<double> seconds = {};
};

/// Runs the cases in turn, starting with a different one each time. Prints medians, and ratios to the first case of the
/// same round.
void compare(const char* title, std::vector<Case> cases, const fs::path& target, int pairs)
{
    for (int pair = 0; pair < pairs; ++pair) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            Case& one = cases[(i + static_cast<std::size_t>(pair)) % cases.size()];
            fs::remove(target);
            one.seconds.push_back(secondsAfterSync(one.run));
        }
    }
    fs::remove(target);
    std::printf("%s\n", title);
    for (const Case& one : cases) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < one.seconds.size(); ++i)
            ratios.push_back(cases.front().seconds[i] / one.seconds[i]);
        const auto [least, most] = std::minmax_element(one.seconds.begin(), one.seconds.end());
        std::printf("  %-34s %6.3f s [%.3f..%.3f]   %.2fx as fast as the first\n", one.name, median(one.seconds),
            *least, *most, median(ratios));
    }
    std::fflush(stdout);
}

} // namespace
} // namespace loupe

int main(int argumentCount, char** arguments)
{
    using namespace loupe;
    const test::TemporaryFolder temporary;
    const fs::path folder = argumentCount > 1 ? fs::path(arguments[1]) : temporary.path();
    const std::uint64_t bytes = (argumentCount > 2 ? std::strtoull(arguments[2], nullptr, 10) : 2) << 30;
    const int pairs = argumentCount > 3 ? std::atoi(arguments[3]) : 9;
    const auto wanted = [&](std::string_view part) { return argumentCount <= 4 || arguments[4] == part; };
    const fs::path full = writeModel(folder / "rewrite-bench.safetensors", bytes);
    const fs::path target = folder / "rewrite-bench-target";
    const fs::path bt = folder / "rewrite-bench.bt";
    const fs::path half = folder / "rewrite-bench-half.safetensors";
    rewrite(full, bt, "bintensors");
    rewrite(full, half, "safetensors", DType::BF16);
    {
        const PrivateMemory memory;
        if (wanted("to-bt"))
            compare("safetensors to bintensors",
                {{"cp", [&] { copyWithCp(full, target, false); }},
                    {"cp, brought to the disk", [&] { copyWithCp(full, target, true); }},
                    {"ours, brought to the disk", [&] { rewrite(full, target, "bintensors"); }},
                    {"the same, verified", [&] { rewrite(full, target, "bintensors", DType::Opaque, true); }}},
                target, pairs);
        if (wanted("to-safetensors"))
            compare("bintensors to safetensors",
                {{"cp", [&] { copyWithCp(bt, target, false); }},
                    {"cp, brought to the disk", [&] { copyWithCp(bt, target, true); }},
                    {"ours, brought to the disk", [&] { rewrite(bt, target, "safetensors"); }}},
                target, pairs);
        if (wanted("casts"))
            compare("casts",
                {{"F32 rewritten", [&] { rewrite(full, target, "safetensors"); }},
                    {"F32 to BF16", [&] { rewrite(full, target, "safetensors", DType::BF16); }},
                    {"BF16 to F32", [&] { rewrite(half, target, "safetensors", DType::F32); }},
                    {"F32 to F16", [&] { rewrite(full, target, "safetensors", DType::F16); }}},
                target, pairs);
    }
    for (const fs::path& path : {full, bt, half})
        fs::remove(path);
}
