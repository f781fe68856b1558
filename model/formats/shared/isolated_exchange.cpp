#include "formats/shared/isolated_exchange.h"

#include "formats/shared/isolated_pieces.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::uint64_t mostAskedAtOnce = std::uint64_t{1} << 20; // bytes at once

enum class IsolatedAnswer : char { Unreadable, There };

} // namespace

IsolatedExchange::~IsolatedExchange()
{
    if (m_bytes)
        ::munmap(m_bytes, mostAskedAtOnce);
}

bool IsolatedExchange::open()
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return false;
    m_parent.reset(ends[0]);
    m_child.reset(ends[1]);
    void* const bytes = ::mmap(nullptr, mostAskedAtOnce, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    m_bytes = bytes == MAP_FAILED ? nullptr : static_cast<std::byte*>(bytes);
    return m_bytes != nullptr;
}

Result<> IsolatedExchange::ask(std::uint64_t offset, std::span<std::byte> target) const
{
    while (!target.empty()) {
        const auto part = target.first(std::min<std::size_t>(target.size(), mostAskedAtOnce));
        const IsolatedQuestion question{offset, part.size()};
        writeToParent(isolatedQuestions, {reinterpret_cast<const char*>(&question), sizeof question});
        IsolatedAnswer answer = IsolatedAnswer::Unreadable;
        ssize_t size = -1;
        do
            size = ::read(isolatedQuestions, &answer, sizeof answer);
        while (size < 0 && errno == EINTR);
        if (size != sizeof answer || answer != IsolatedAnswer::There)
            return fail(ErrorCode::Io, "cannot be read");
        std::memcpy(part.data(), m_bytes, part.size());
        target = target.subspan(part.size());
        offset += part.size();
    }
    return {};
}

Result<IsolatedExchange::Asking> IsolatedExchange::answer(const IsolatedRead& read, std::uint64_t most)
{
    auto* const place = reinterpret_cast<char*>(&m_question);
    const auto size = ::recv(parentEnd(), place + m_got, sizeof m_question - m_got, MSG_DONTWAIT);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return Asking::GoesOn;
    if (size <= 0)
        return Asking::Ended;
    m_got += static_cast<std::size_t>(size);
    if (m_got < sizeof m_question)
        return Asking::GoesOn;
    m_got = 0;
    if (m_question.size > mostAskedAtOnce)
        return Asking::BrokeRules;
    m_asked.add(m_question);
    if (m_asked.bytes() > most)
        return Asking::TooMuch;
    // Do not read directly into memory that the child may change: a decoder reads back what it has written.
    if (auto room = m_scratch.resize(m_question.size); !room)
        return fail(std::move(room.error()));
    const auto done = read(m_question.offset, m_scratch.bytes());
    if (!done && done.error().code != ErrorCode::PastTheEnd && done.error().code != ErrorCode::Malformed)
        return fail(done.error());
    if (done)
        std::ranges::copy(std::as_const(m_scratch).bytes(), m_bytes);
    const IsolatedAnswer answer = done ? IsolatedAnswer::There : IsolatedAnswer::Unreadable;
    if (::send(parentEnd(), &answer, sizeof answer, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof answer)
        return Asking::GoesOn;
    // The child sends requests without reading the answers, or is gone.
    return errno == EAGAIN ? Asking::BrokeRules : Asking::Ended;
}

void IsolatedExchange::Asked::add(const IsolatedQuestion& question)
{
    constexpr std::uint64_t pieceSize = std::uint64_t{64} << 10;
    std::uint64_t begun = 0;
    const std::uint64_t first = question.offset / pieceSize;
    const std::uint64_t end = first + (question.offset % pieceSize + question.size + pieceSize - 1) / pieceSize;
    for (std::uint64_t piece = first; piece < end; ++piece)
        begun += std::exchange(m_recent[piece % m_recent.size()], piece) == piece ? 0 : pieceSize;
    m_bytes += std::max(question.size, begun);
}

} // namespace loupe
