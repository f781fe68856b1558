#pragma once

#include "core/buffer.h"
#include "core/descriptor.h"
#include "core/result.h"
#include "formats/shared/isolated.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The file descriptors that an isolated process writes to: one for the pieces it sends, one for its requests.
inline constexpr int isolatedOutput = 3;
inline constexpr int isolatedQuestions = 4;

/// A request that an isolated process sends through a socket. The parent puts the bytes into shared memory, and then
/// sends an answer.
struct IsolatedQuestion {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Transfers bytes that an isolated process requests and its parent reads.
class IsolatedExchange {
public:
    IsolatedExchange() = default;
    ~IsolatedExchange();
    IsolatedExchange(const IsolatedExchange&) = delete;
    IsolatedExchange& operator=(const IsolatedExchange&) = delete;

    /// Returns false if the system refuses; errno says why.
    bool open();
    void closeChildEnd() { m_child.reset(); }
    void closeParentEnd() { m_parent.reset(); }
    int parentEnd() const { return m_parent.number(); }
    int childEnd() const { return m_child.number(); }

    /// Call this in the child, whose end of the socket is isolatedQuestions.
    Result<> ask(std::uint64_t offset, std::span<std::byte> target) const;

    enum class Asking { GoesOn, Ended, BrokeRules, TooMuch };
    /// Call this in the parent when the child has written. Reads the requested bytes once the request is complete.
    /// `most` is the total number of bytes that the child may request. Fails as `read` does, except if bytes are
    /// missing or malformed.
    Result<Asking> answer(const IsolatedRead& read, std::uint64_t most);
    /// The requested bytes, counted as for IsolatedLimits::asked.
    std::uint64_t asked() const { return m_asked.bytes(); }

private:
    /// Counts the bytes that the child requests. A request costs its size, and at least the pieces of the file that no
    /// recent request has touched: a server sends whole pieces, even if only a few of their bytes are needed.
    class Asked {
    public:
        void add(const IsolatedQuestion& question);
        std::uint64_t bytes() const { return m_bytes; }

    private:
        std::uint64_t m_bytes = 0;
        std::vector<std::uint64_t> m_recent = std::vector<std::uint64_t>(1024, UINT64_MAX); ///< numbers of pieces
    };

    Descriptor m_parent;
    Descriptor m_child;
    std::byte* m_bytes = nullptr; ///< memory that both processes share
    IsolatedQuestion m_question;
    std::size_t m_got = 0; ///< number of its bytes that have arrived
    Asked m_asked;
    Buffer m_scratch;
};

} // namespace loupe
