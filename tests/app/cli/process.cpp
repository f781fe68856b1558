#include "app/cli/process.h"

#include "support/temporary_file.h"
#include "support/test_data.h"

#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

namespace {

std::string readAll(const std::filesystem::path& path)
{
    std::string text(std::filesystem::file_size(path), '\0');
    std::ifstream(path, std::ios::binary).read(text.data(), static_cast<std::streamsize>(text.size()));
    return text;
}

/// The environment of the next process. With AddressSanitizer, one process in eight checks for leaks at its end,
/// including the first of each suite. The check takes as long as a small program itself, and a leak occurs in many
/// processes.
std::vector<std::string> nextEnvironment()
{
    constexpr std::string_view sanitizer = "ASAN_OPTIONS=";
    static std::atomic<int> processes = 0;
    std::string options(sanitizer);
    std::vector<std::string> environment;
    for (char** variable = environ; *variable; ++variable) {
        if (const std::string_view text = *variable; text.starts_with(sanitizer))
            options = text;
        else
            environment.emplace_back(text);
    }
    // By default, tests keep no network data in the user's home folder.
    environment.emplace_back("TENSORLOUPE_CACHE_LIMIT=0");
    environment.push_back(options + (processes++ % 8 == 0 ? "" : ":detect_leaks=0"));
    return environment;
}

/// The arguments for exec(); valid as long as `texts`.
std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// After fork(): nothing here allocates.
[[noreturn]] void become(const std::vector<char*>& arguments, const std::vector<char*>& environment, const char* folder,
    const char* out, const char* error, std::optional<std::uint64_t> seconds)
{
    if (seconds) {
        const rlimit limit{*seconds, *seconds + 10}; // SIGXCPU, then SIGKILL
        setrlimit(RLIMIT_CPU, &limit);
    }
    const int outFile = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int errorFile = open(error, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (outFile < 0 || errorFile < 0 || chdir(folder) != 0 || dup2(outFile, 1) != 1 || dup2(errorFile, 2) != 2)
        _exit(127);
    execvpe(arguments.front(), arguments.data(), environment.data());
    _exit(127);
}

} // namespace

Outcome runProgram(const std::string& program, std::vector<std::string> arguments, const std::filesystem::path& folder,
    std::optional<std::uint64_t> seconds)
{
    const TemporaryFolder results;
    const std::string out = results.path() / "out";
    const std::string error = results.path() / "error";
    const std::string workingFolder = folder.empty() ? loupe::test::dataPath().string() : folder.string();
    arguments.insert(arguments.begin(), program);
    std::vector<std::string> environment = nextEnvironment();
    const auto argumentPointers = pointersTo(arguments);
    const auto environmentPointers = pointersTo(environment);
    const pid_t child = fork();
    if (child == 0)
        become(argumentPointers, environmentPointers, workingFolder.c_str(), out.c_str(), error.c_str(), seconds);
    int status = 0;
    rusage used = {};
    wait4(child, &status, 0, &used);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), readAll(out), readAll(error),
        static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

std::optional<Outcome> withMount(const std::filesystem::path& folder, const std::string& script)
{
    if (runProgram("unshare", {"-m", "true"}).status != 0)
        return std::nullopt;
    return runProgram("unshare", {"-m", "sh", "-c", script, LOUPE_TLOUPE}, folder);
}

} // namespace loupe::test
