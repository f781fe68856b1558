#include "formats/shared/isolated_pieces.h"

#include "formats/shared/isolated_exchange.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include <unistd.h>

namespace loupe {

namespace {

using IsolatedPieceSize = std::uint32_t;
constexpr int exitUnheard = 1;

void sendSize(IsolatedPieceSize size)
{
    writeToParent(isolatedOutput, {reinterpret_cast<const char*>(&size), sizeof size});
}

} // namespace

void writeToParent(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            ::_exit(exitUnheard);
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

void sendPiece(std::string_view bytes)
{
    constexpr std::size_t longest = std::numeric_limits<IsolatedPieceSize>::max();
    while (!bytes.empty()) {
        const std::string_view piece = bytes.substr(0, longest);
        sendSize(static_cast<IsolatedPieceSize>(piece.size()));
        writeToParent(isolatedOutput, piece);
        bytes.remove_prefix(piece.size());
    }
}

void sendEnd()
{
    sendSize(0);
}

std::optional<IsolatedEnd> IsolatedPieces::take(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_sizeBytes < sizeof m_size) {
            const std::size_t more = std::min(sizeof m_size - m_sizeBytes, bytes.size());
            std::memcpy(reinterpret_cast<char*>(&m_size) + m_sizeBytes, bytes.data(), more);
            m_sizeBytes += more;
            bytes.remove_prefix(more);
            if (m_sizeBytes == sizeof m_size && m_size == 0)
                return IsolatedEnd::Done;
            continue;
        }
        const std::string_view part = bytes.substr(0, m_size);
        if (part.size() > m_left)
            return IsolatedEnd::TooMuchOutput;
        m_left -= part.size();
        m_receive(part);
        bytes.remove_prefix(part.size());
        m_size -= static_cast<IsolatedPieceSize>(part.size());
        if (m_size == 0)
            m_sizeBytes = 0;
    }
    return std::nullopt;
}

} // namespace loupe
