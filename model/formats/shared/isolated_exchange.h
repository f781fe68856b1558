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

/// The numbers of what an isolated process writes to: what it sends, and what it asks for.
inline constexpr int isolatedOutput = 3;
inline constexpr int isolatedQuestions = 4;

/// What an isolated process asks for through a socket. The bytes come in memory that both processes have, and then an
/// answer.
struct IsolatedQuestion {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Bytes that an isolated process asks for, and its parent reads.
class IsolatedExchange {
public:
    IsolatedExchange() = default;
    ~IsolatedExchange();
    IsolatedExchange(const IsolatedExchange&) = delete;
    IsolatedExchange& operator=(const IsolatedExchange&) = delete;

    /// False where the system refuses, errno says why.
    bool open();
    void closeChildEnd() { m_child.reset(); }
    void closeParentEnd() { m_parent.reset(); }
    int parentEnd() const { return m_parent.number(); }
    int childEnd() const { return m_child.number(); }

    /// In the child, whose end is isolatedQuestions.
    Result<> ask(std::uint64_t offset, std::span<std::byte> target) const;

    enum class Asking { GoesOn, Ended, BrokeRules, TooMuch };
    /// In the parent, when the child has written: reads what it asks for, once the question is complete. `most`: bytes
    /// that it may ask for in all. Fails as `read` does, but for bytes that are missing or malformed.
    Result<Asking> answer(const IsolatedRead& read, std::uint64_t most);
    /// Bytes, counted as IsolatedLimits says.
    std::uint64_t asked() const { return m_asked.bytes(); }

private:
    /// Counts what the child asks for. A question costs its size, and at least the pieces of the file that it starts
    /// to read: a server sends whole pieces, however few bytes of them are wanted.
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
    std::byte* m_bytes = nullptr; ///< that both processes have
    IsolatedQuestion m_question;
    std::size_t m_got = 0; ///< bytes of it
    Asked m_asked;
    Buffer m_scratch;
};

} // namespace loupe
