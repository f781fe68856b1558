// If preloaded into a program (LD_PRELOAD), makes one of its system calls on some files fail, or changes the file just
// before the call. This simulates a failing or full disk, or another process, at a reproducible moment.
//
// LOUPE_FAULT=CALL:WHAT:N   the call, what happens, and before which one of these calls, from 0 on
// LOUPE_FAULT_FILE=PATH     counts only calls about files whose path starts with PATH
// LOUPE_FAULT_TARGET=PATH   the file to truncate and so on, if it is not the file of the call
// LOUPE_FAULT_UNMAPPED=1    the file cannot be mapped
// LOUPE_FAULT_MARK=PATH     a file that is created when the fault happens
//
// WHAT is the number of an error; or "kill" or "interrupt", which sends the process that signal; or "short" (half of
// the bytes are read or written); or "truncate", "grow", "replace", "delete", "rewrite" of the file, after which the
// call is made as usual.

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Plan {
    std::string call;
    std::string what;
    long number = -1;
    std::string file;
    std::string mark;
    std::string target;
    bool unmapped = false;
};

const Plan& plan()
{
    static const Plan read = [] {
        Plan made;
        const char* const text = std::getenv("LOUPE_FAULT");
        const char* const file = std::getenv("LOUPE_FAULT_FILE");
        const char* const mark = std::getenv("LOUPE_FAULT_MARK");
        if (!text || !file || !mark)
            return made;
        const std::string fault = text;
        const auto first = fault.find(':');
        const auto second = fault.find(':', first + 1);
        made.call = fault.substr(0, first);
        made.what = fault.substr(first + 1, second - first - 1);
        made.number = std::atol(fault.c_str() + second + 1);
        made.file = file;
        made.mark = mark;
        if (const char* const target = std::getenv("LOUPE_FAULT_TARGET"))
            made.target = target;
        made.unmapped = std::getenv("LOUPE_FAULT_UNMAPPED") != nullptr;
        return made;
    }();
    return read;
}

std::atomic<long> calls = 0;

/// Uses raw system calls, because the C library's functions are overridden here.
void act(const std::string& path)
{
    const std::string& what = plan().what;
    struct stat status { };
    if (syscall(SYS_newfstatat, AT_FDCWD, path.c_str(), &status, 0) != 0)
        return;
    if (what == "kill" || what == "interrupt")
        syscall(SYS_kill, syscall(SYS_getpid), what == "kill" ? SIGKILL : SIGINT);
    else if (what == "truncate")
        syscall(SYS_truncate, path.c_str(), status.st_size / 2);
    else if (what == "grow")
        syscall(SYS_truncate, path.c_str(), status.st_size + 100'000);
    else if (what == "delete")
        syscall(SYS_unlink, path.c_str());
    else if (what == "replace") {
        const std::string other = path + ".other";
        const long file = syscall(SYS_openat, AT_FDCWD, other.c_str(), O_WRONLY | O_CREAT, 0644);
        syscall(SYS_ftruncate, file, status.st_size);
        syscall(SYS_close, file);
        syscall(SYS_rename, other.c_str(), path.c_str());
    } else if (what == "rewrite") {
        const long file = syscall(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY, 0);
        syscall(SYS_pwrite64, file, "\377\377\377\377", 4, status.st_size - 4);
        syscall(SYS_close, file);
    }
}

bool isMeant(const std::string& path)
{
    return !plan().file.empty() && path.rfind(plan().file, 0) == 0;
}

enum class Fault { None, Error, Short };

/// The fault to apply to this call on this file; None for all other calls. Sets errno.
Fault faultOf(const char* call, const std::string& path)
{
    const Plan& wanted = plan();
    if (wanted.number < 0 || wanted.call != call || !isMeant(path) || calls.fetch_add(1) != wanted.number)
        return Fault::None;
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, wanted.mark.c_str(), O_WRONLY | O_CREAT, 0644));
    if (wanted.what == "short")
        return Fault::Short;
    if (const int number = std::atoi(wanted.what.c_str()); number != 0) {
        errno = number;
        return Fault::Error;
    }
    act(wanted.target.empty() ? path : wanted.target);
    return Fault::None;
}

std::string pathOf(int descriptor)
{
    char link[64];
    char path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const long size = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path);
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

/// Resolves relative paths against the working folder.
std::string absolute(const char* path)
{
    char folder[4096];
    if (path[0] == '/' || syscall(SYS_getcwd, folder, sizeof folder) < 0)
        return path;
    return std::string(folder) + '/' + path;
}

template <typename Function>
Function original(const char* name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

std::size_t half(std::size_t size)
{
    return size > 1 ? size / 2 : size;
}

ssize_t positioned(const char* call, int file, void* bytes, std::size_t size, off_t offset)
{
    const Fault fault = faultOf(call, pathOf(file));
    if (fault == Fault::Error)
        return -1;
    return original<ssize_t (*)(int, void*, std::size_t, off_t)>(call)(
        file, bytes, fault == Fault::Short ? half(size) : size, offset);
}

} // namespace

extern "C" {

ssize_t pread(int file, void* bytes, size_t size, off_t offset)
{
    return positioned("pread", file, bytes, size, offset);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset)
{
    return positioned("pwrite", file, const_cast<void*>(bytes), size, offset);
}

int open(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return faultOf("open", absolute(path)) == Fault::Error
        ? -1
        : original<int (*)(const char*, int, mode_t)>("open")(path, flags, mode);
}

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset)
{
    static const auto real = original<void* (*)(void*, size_t, int, int, int, off_t)>("mmap");
    if (file < 0)
        return real(address, size, protection, flags, file, offset);
    const std::string path = pathOf(file);
    void* const map = real(address, size, protection, flags, file, offset);
    if (!(plan().unmapped && isMeant(path)) && faultOf("mmap", path) != Fault::Error)
        return map;
    if (map != MAP_FAILED)
        munmap(map, size);
    return MAP_FAILED;
}

int fsync(int file)
{
    return faultOf("fsync", pathOf(file)) == Fault::Error ? -1 : original<int (*)(int)>("fsync")(file);
}

int fdatasync(int file)
{
    return faultOf("fsync", pathOf(file)) == Fault::Error ? -1 : original<int (*)(int)>("fdatasync")(file);
}

int rename(const char* from, const char* to) noexcept
{
    return faultOf("rename", absolute(to)) == Fault::Error
        ? -1
        : original<int (*)(const char*, const char*)>("rename")(from, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept
{
    return faultOf("rename", absolute(to)) == Fault::Error
        ? -1
        : original<int (*)(int, const char*, int, const char*, unsigned)>("renameat2")(
            fromFolder, from, toFolder, to, flags);
}

int fallocate(int file, int mode, off_t offset, off_t size)
{
    return faultOf("fallocate", pathOf(file)) == Fault::Error
        ? -1
        : original<int (*)(int, int, off_t, off_t)>("fallocate")(file, mode, offset, size);
}

int ftruncate(int file, off_t size) noexcept
{
    return faultOf("ftruncate", pathOf(file)) == Fault::Error ? -1
                                                              : original<int (*)(int, off_t)>("ftruncate")(file, size);
}

int link(const char* from, const char* to) noexcept
{
    return faultOf("link", absolute(to)) == Fault::Error
        ? -1
        : original<int (*)(const char*, const char*)>("link")(from, to);
}

} // extern "C"
