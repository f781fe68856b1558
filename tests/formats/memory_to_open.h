#pragma once

#include "formats/opening/open_checkpoint.h"
#include "support/sanitized.h"

#include <algorithm>
#include <filesystem>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

/// Peak growth of resident memory, in KiB, of a child process that opens `path`. 255 MiB means at least that much, or
/// that the file cannot be opened. Under a sanitizer, which uses memory itself, 0 if the file can be opened.
inline long memoryToOpen(const std::filesystem::path& path)
{
    const pid_t child = fork();
    if (child == 0) {
        rusage before = {};
        rusage after = {};
        getrusage(RUSAGE_SELF, &before);
        const auto checkpoint = openCheckpoint(path);
        getrusage(RUSAGE_SELF, &after);
        const long grown = isSanitized ? 0 : after.ru_maxrss - before.ru_maxrss;
        const long kilobytes = checkpoint ? grown : 255L * 1024;
        _exit(static_cast<int>(std::min(kilobytes / 1024, 255L)));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) * 1024L : 255L * 1024;
}

} // namespace loupe::test
