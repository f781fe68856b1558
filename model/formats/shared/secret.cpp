#include "formats/shared/secret.h"

#include "core/descriptor.h"
#include "core/text/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace {

/// `bytes` without one line end after them.
std::span<const std::byte> withoutLineEnd(std::span<const std::byte> bytes)
{
    if (!bytes.empty() && bytes.back() == std::byte{'\n'})
        bytes = bytes.first(bytes.size() - 1);
    if (!bytes.empty() && bytes.back() == std::byte{'\r'})
        bytes = bytes.first(bytes.size() - 1);
    return bytes;
}

std::optional<unsigned> hexDigit(std::byte byte)
{
    const auto character = static_cast<char>(byte);
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'F')
        return character - 'A' + 10;
    return std::nullopt;
}

WipedBytes copyOf(std::span<const std::byte> bytes)
{
    WipedBytes copy(bytes.size());
    std::copy(bytes.begin(), bytes.end(), copy.bytes().begin());
    return copy;
}

} // namespace

WipedBytes::~WipedBytes()
{
    if (m_bytes)
        ::explicit_bzero(m_bytes.get(), m_size);
}

void WipedBytes::shorten(std::size_t size)
{
    ::explicit_bzero(m_bytes.get() + size, m_size - size);
    m_size = size;
}

Result<Secret> Secret::key(std::span<const std::byte> bytes)
{
    if (bytes.size() == keyBytes)
        return Secret(Kind::Key, copyOf(bytes));
    const auto digits = withoutLineEnd(bytes);
    WipedBytes key(keyBytes);
    bool isHex = digits.size() == 2 * keyBytes;
    for (std::size_t i = 0; isHex && i < keyBytes; ++i) {
        const auto high = hexDigit(digits[2 * i]);
        const auto low = hexDigit(digits[2 * i + 1]);
        isHex = high && low;
        if (isHex)
            key.bytes()[i] = static_cast<std::byte>(*high << 4 | *low);
    }
    if (!isHex) {
        return fail(ErrorCode::InvalidArgument,
            "the key has " + counted(bytes.size(), "byte") + ", expected 32 bytes or 64 hexadecimal digits");
    }
    return Secret(Kind::Key, std::move(key));
}

Result<Secret> Secret::passphrase(std::span<const std::byte> bytes)
{
    const auto line = withoutLineEnd(bytes);
    if (line.empty())
        return fail(ErrorCode::InvalidArgument, "the passphrase is empty");
    return Secret(Kind::Passphrase, copyOf(line));
}

Result<Secret> Secret::read(const std::filesystem::path& path, Kind kind)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0)
        return fail(systemError(errno, "cannot open", path.string()));
    WipedBytes held(longestFile + 1);
    std::size_t size = 0;
    while (size < held.bytes().size()) {
        const ssize_t got = ::read(file.number(), held.bytes().data() + size, held.bytes().size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(systemError(errno, "cannot read", path.string()));
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    if (size > longestFile) {
        return fail(ErrorCode::InvalidArgument,
            "is longer than " + counted(longestFile, "byte") + ", expected a key or a passphrase", path.string());
    }
    held.shorten(size);
    auto secret = kind == Kind::Key ? key(held.bytes()) : passphrase(held.bytes());
    if (!secret)
        secret.error().path = path.string();
    return secret;
}

} // namespace loupe
