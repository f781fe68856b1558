#include "bench/private_memory.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace loupe::test {

namespace {

using namespace std::chrono_literals;

void look(const std::string& path, PrivateMemory& memory)
{
    std::ifstream rollup(path);
    bool found = false;
    for (std::string line; std::getline(rollup, line);) {
        std::istringstream fields(line);
        std::string name;
        std::uint64_t kibibytes = 0;
        fields >> name >> kibibytes;
        if (name == "Private_Dirty:")
            memory.dirty = std::max(memory.dirty, kibibytes << 10);
        if (name == "Anonymous:")
            memory.anonymous = std::max(memory.anonymous, kibibytes << 10);
        found = found || name == "Anonymous:";
    }
    memory.looks += found;
}

} // namespace

PrivateMemory privateMemoryOf(const std::vector<std::string>& command)
{
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::execv(arguments.front(), arguments.data());
        ::_exit(127);
    }
    PrivateMemory memory;
    if (child < 0)
        return memory;
    const std::string path = "/proc/" + std::to_string(child) + "/smaps_rollup";
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        look(path, memory);
        std::this_thread::sleep_for(2ms);
    }
    memory.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return memory;
}

} // namespace loupe::test
