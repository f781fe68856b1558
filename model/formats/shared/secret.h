#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace loupe {

/// Bytes that are overwritten before their memory goes back. Never grows, so that no copy of them stays behind.
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
    /// Forgets all but the first `size` bytes, which are there.
    void shorten(std::size_t size);

private:
    std::unique_ptr<std::byte[]> m_bytes;
    std::size_t m_size;
};

/// What opens encrypted values: a key, or a passphrase that keys are made of. Wiped when it goes.
class Secret {
public:
    enum class Kind : std::uint8_t { Key, Passphrase };
    static constexpr std::size_t keyBytes = 32;
    static constexpr std::size_t longestFile = std::size_t{64} << 10;

    /// 32 bytes, or 64 hexadecimal digits with or without a line end. Fails with InvalidArgument.
    static Result<Secret> key(std::span<const std::byte> bytes);
    /// What was typed, or stands in a file: one line end behind it is no part of it. Fails with InvalidArgument where
    /// it is empty.
    static Result<Secret> passphrase(std::span<const std::byte> bytes);
    /// What a file holds, or a pipe. Fails as the two above, or where it cannot be read or is longer than longestFile.
    static Result<Secret> read(const std::filesystem::path& path, Kind kind);

    Kind kind() const { return m_kind; }
    /// Of a key: keyBytes of them.
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
