#include "app/cli/process.h"

#include "support/temporary_file.h"
#include "support/test_data.h"

#include <cstdlib>
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

/// The options of AddressSanitizer for the next process: one in eight looks for leaks when it ends, the first of each
/// suite among them. Looking takes a small program as long as all that it does, and a leak is in many processes.
std::string nextSanitizerOptions()
{
    static int processes = 0;
    const char* const given = std::getenv("ASAN_OPTIONS");
    return (given ? given : "") + std::string(processes++ % 8 == 0 ? "" : ":detect_leaks=0");
}

[[noreturn]] void become(const std::vector<char*>& arguments, const char* folder, const char* out, const char* error,
    std::optional<std::uint64_t> seconds)
{
    if (seconds) {
        const rlimit limit{*seconds, *seconds + 10}; // SIGXCPU, then SIGKILL
        setrlimit(RLIMIT_CPU, &limit);
    }
    const int outFile = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int errorFile = open(error, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (outFile < 0 || errorFile < 0 || chdir(folder) != 0 || dup2(outFile, 1) != 1 || dup2(errorFile, 2) != 2)
        _exit(127);
    execvp(arguments.front(), arguments.data());
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
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const std::string sanitizerOptions = nextSanitizerOptions();
    const pid_t child = fork();
    if (child == 0) {
        setenv("ASAN_OPTIONS", sanitizerOptions.c_str(), 1);
        become(pointers, workingFolder.c_str(), out.c_str(), error.c_str(), seconds);
    }
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
