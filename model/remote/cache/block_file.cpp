#include "remote/cache/block_file.h"

#include "core/descriptor.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace loupe::remote {

namespace {

constexpr std::string_view magic = "tlblock1";
constexpr std::string_view unfinished = ".unfinished-";
constexpr std::size_t namedSize = 32; ///< bytes of the start that the digest covers
constexpr std::size_t startSize = namedSize + 8;

using Start = std::array<std::byte, startSize>;

void putNumber(Start& start, std::size_t at, std::uint64_t number)
{
    for (std::size_t i = 0; i < 8; ++i)
        start[at + i] = static_cast<std::byte>(number >> (8 * i));
}

Start startOf(const BlockKey& key, std::span<const std::byte> bytes)
{
    Start start{};
    std::memcpy(start.data(), magic.data(), magic.size());
    putNumber(start, 8, key.version);
    putNumber(start, 16, key.range.begin);
    putNumber(start, 24, key.range.size());
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, start.data(), namedSize);
    XXH3_64bits_update(&state, bytes.data(), bytes.size());
    putNumber(start, namedSize, XXH3_64bits_digest(&state));
    return start;
}

/// Reads a regular file that has exactly this many bytes.
bool readExactly(int file, std::span<std::byte> start, std::span<std::byte> rest)
{
    struct stat status = {};
    if (file < 0 || ::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)
        || static_cast<std::uint64_t>(status.st_size) != start.size() + rest.size())
        return false;
    off_t offset = 0;
    for (std::span<std::byte> part : {start, rest}) {
        while (!part.empty()) {
            const ssize_t count = ::pread(file, part.data(), part.size(), offset);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return false;
            offset += count;
            part = part.subspan(static_cast<std::size_t>(count));
        }
    }
    return true;
}

bool writeAll(int file, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

std::optional<std::uint64_t> hexNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    return error == std::errc() && end == text.data() + text.size() && text.size() == 16 ? std::optional(number)
                                                                                         : std::nullopt;
}

} // namespace

std::string blockName(const BlockKey& key)
{
    std::array<char, 64> name{};
    const int length =
        std::snprintf(name.data(), name.size(), "%016llx-%016llx-%016llx", static_cast<unsigned long long>(key.version),
            static_cast<unsigned long long>(key.range.begin), static_cast<unsigned long long>(key.range.size()));
    return {name.data(), static_cast<std::size_t>(length)};
}

std::optional<BlockKey> blockOfName(std::string_view name)
{
    if (name.size() != 50 || name[16] != '-' || name[33] != '-')
        return std::nullopt;
    const auto version = hexNumber(name.substr(0, 16));
    const auto begin = hexNumber(name.substr(17, 16));
    const auto size = hexNumber(name.substr(34));
    if (!version || !begin || !size || *size == 0 || *size > largestBlock || *begin > INT64_MAX - *size)
        return std::nullopt;
    return BlockKey{*version, {*begin, *begin + *size}};
}

bool writePrivateFile(
    const std::filesystem::path& path, std::span<const std::byte> start, std::span<const std::byte> rest)
{
    static std::atomic<unsigned> number = 0;
    const std::filesystem::path temporary =
        path.parent_path() / (std::string(unfinished) + std::to_string(::getpid()) + '-' + std::to_string(number++));
    bool isWritten = false;
    {
        const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (file.number() < 0)
            return false;
        isWritten = writeAll(file.number(), start) && writeAll(file.number(), rest);
    }
    if (isWritten && ::rename(temporary.c_str(), path.c_str()) == 0)
        return true;
    ::unlink(temporary.c_str());
    return false;
}

bool isUnfinishedName(std::string_view name)
{
    return name.starts_with(unfinished);
}

bool writeBlock(const std::filesystem::path& folder, const BlockKey& key, std::span<const std::byte> bytes)
{
    return writePrivateFile(folder / blockName(key), startOf(key, bytes), bytes);
}

bool readBlock(const std::filesystem::path& folder, const BlockKey& key, ByteRange part, std::span<std::byte> target)
{
    const std::filesystem::path path = folder / blockName(key);
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (file.number() < 0)
        return false;
    Start start{};
    Buffer whole;
    std::span<std::byte> bytes = target;
    if (part != key.range) {
        if (!whole.resize(key.range.size()))
            return false;
        bytes = whole.bytes();
    }
    if (!readExactly(file.number(), start, bytes) || start != startOf(key, bytes)) {
        ::unlink(path.c_str());
        return false;
    }
    ::futimens(file.number(), nullptr);
    if (part != key.range)
        std::memcpy(target.data(), bytes.data() + (part.begin - key.range.begin), part.size());
    return true;
}

std::uint64_t digestOf(std::string_view text)
{
    return XXH3_64bits(text.data(), text.size());
}

} // namespace loupe::remote
