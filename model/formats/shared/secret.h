#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace loupe {

/// Bytes that are overwritten before their memory is freed. Never grows, so that no copy is left behind.
class WipedBytes {
public:
    explicit WipedBytes(std::size_t size)
        : m_bytes(std::make_unique<std::byte[]>(size))
        , m_size(size)
    {
    }
    ~WipedBytes();
    WipedBytes(WipedBytes&&) = default;
    WipedBytes& operator=(WipedBytes&&) = delete;

    std::span<std::byte> bytes() { return {m_bytes.get(), m_bytes ? m_size : 0}; }
    std::span<const std::byte> bytes() const { return {m_bytes.get(), m_bytes ? m_size : 0}; }
    /// Wipes all but the first `size` bytes. `size` is at most the current one.
    void shorten(std::size_t size);

private:
    std::unique_ptr<std::byte[]> m_bytes;
    std::size_t m_size;
};

/// A key, or a passphrase from which keys are derived, for reading encrypted values. Wiped on destruction.
class Secret {
public:
    enum class Kind : std::uint8_t { Key, Passphrase };
    static constexpr std::size_t keyBytes = 32;
    static constexpr std::size_t longestFile = std::size_t{64} << 10;

    /// 32 bytes, or 64 hexadecimal digits with or without a line end. Fails with InvalidArgument.
    static Result<Secret> key(std::span<const std::byte> bytes);
    /// A passphrase that was typed or read from a file. Ignores one line end after it. Fails with InvalidArgument if it
    /// is empty.
    static Result<Secret> passphrase(std::span<const std::byte> bytes);
    /// Reads a file or a pipe. Fails as the two functions above, or if the file cannot be read or is longer than
    /// longestFile.
    static Result<Secret> read(const std::filesystem::path& path, Kind kind);

    Kind kind() const { return m_kind; }
    /// A key has keyBytes bytes.
    std::span<const std::byte> bytes() const { return m_bytes.bytes(); }

private:
    Secret(Kind kind, WipedBytes bytes)
        : m_kind(kind)
        , m_bytes(std::move(bytes))
    {
    }

    Kind m_kind;
    WipedBytes m_bytes;
};

} // namespace loupe
