// run_bench [FOLDER]: times opening a distributed checkpoint of 200 GB (64 processes, 1,000 tensors, sparse except for
// 4 GB), then converting the 4 GB to one file and `cp` of that file, alternating. The conversion runs with and without
// reading back what was written, which cp does not do. Both end with a sync to disk, which cp alone leaves to the
// system. Also prints the memory of both. FOLDER keeps the checkpoint, and needs 13 GB.

#include "bench/made_run.h"
#include "bench/private_memory.h"
#include "bench/timing.h"
#include "support/temporary_file.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace loupe {
namespace {

namespace fs = std::filesystem;

/// Runs the command without output. Returns false if it fails.
bool runCommand(std::vector<std::string> command)
{
    std::fflush(stdout); // otherwise the child would print it again
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout))
            _exit(127);
        std::vector<char*> arguments;
        for (std::string& argument : command)
            arguments.push_back(argument.data());
        arguments.push_back(nullptr);
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

void require(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

void printMemory(const char* what, const std::vector<std::string>& command)
{
    const test::PrivateMemory memory = test::privateMemoryOf(command);
    require(memory.status == 0, "tloupe failed");
    std::printf(
        "%s: at most %.0f MB private (%u looks)\n", what, static_cast<double>(memory.anonymous) / 1e6, memory.looks);
}

int run(const fs::path& folder)
{
    constexpr int times = 5;
    const test::MadeRun made;
    const fs::path checkpoint = folder / "run";
    if (!fs::exists(checkpoint / ".metadata"))
        require(test::makeRun(checkpoint, made), "cannot write the checkpoint");
    std::vector<double> opening;
    const std::vector<std::string> open{TLOUPE, "info", "--json", checkpoint};
    for (int i = 0; i < times; ++i)
        opening.push_back(test::secondsOf([&] { require(runCommand(open), "cannot open the checkpoint"); }));
    std::printf("open %llu pieces: %.2f s\n", static_cast<unsigned long long>(made.ranks * made.tensors),
        test::median(opening));
    printMemory("open", open);

    const fs::path whole = folder / "whole.safetensors";
    const fs::path copy = folder / "copy.safetensors";
    const std::vector<std::string> convert{TLOUPE, "convert", checkpoint, whole, "--select", "dense.*"};
    std::vector<std::string> unverified = convert;
    unverified.push_back("--no-verify");
    std::vector<double> ours;
    std::vector<double> verified;
    std::vector<double> cp; // cp alone, without a sync
    std::vector<double> synced;
    for (int i = 0; i < times; ++i) {
        const auto convertBy = [&](const std::vector<std::string>& command) {
            fs::remove(whole);
            ::sync();
            return test::secondsOf([&] { require(runCommand(command), "cannot convert"); });
        };
        verified.push_back(convertBy(convert));
        ours.push_back(convertBy(unverified));
        fs::remove(copy);
        ::sync();
        cp.push_back(test::secondsOf([&] {
            require(runCommand({"cp", "--sparse=never", "--reflink=never", whole, copy}), "cp failed");
        }));
        synced.push_back(cp.back() + test::secondsOf([&] { require(runCommand({"sync", copy}), "sync failed"); }));
    }
    const double bytes = static_cast<double>(fs::file_size(whole)) / 1e9;
    const auto print = [&](const char* what, const std::vector<double>& seconds) {
        const double median = test::median(seconds);
        std::printf("%s %.1f GB: %.2f s (%.2f GB/s), %.2f of the speed of cp and sync, %.2f of cp alone\n", what, bytes,
            median, bytes / median, test::median(synced) / median, test::median(cp) / median);
    };
    print("cp", cp);
    print("cp and sync", synced);
    print("consolidate", ours);
    print("consolidate and verify", verified);
    fs::remove(whole);
    printMemory("consolidate", convert);
    fs::remove(whole);
    fs::remove(copy);
    return 0;
}

} // namespace
} // namespace loupe

int main(int count, char** arguments)
{
    if (count > 1)
        return loupe::run(arguments[1]);
    const loupe::test::TemporaryFolder folder;
    return loupe::run(folder.path());
}
