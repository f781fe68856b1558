#pragma once

#include "formats/shared/isolated.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

// An isolated process sends pieces through a pipe, each preceded by its size. When the code has finished, it sends a
// size of 0, because its exit status is not always available.

/// Call this in the child. Ends the child with status 1 if the parent cannot be reached.
void writeToParent(int file, std::string_view bytes);
/// Call these in the child. They write to isolatedOutput.
void sendPiece(std::string_view bytes);
void sendEnd();

/// Splits the bytes that come through the pipe into pieces.
class IsolatedPieces {
public:
    /// `most` is the number of bytes that may be sent.
    IsolatedPieces(const IsolatedReceive& receive, std::uint64_t most)
        : m_receive(receive)
        , m_left(most)
    {
    }

    /// How the stream ended, if these bytes end it: Done or TooMuchOutput.
    std::optional<IsolatedEnd> take(std::string_view bytes);

private:
    const IsolatedReceive& m_receive;
    std::uint64_t m_left; ///< bytes that may still be sent
    std::uint32_t m_size = 0; ///< bytes of the piece that are still to come
    std::size_t m_sizeBytes = 0; ///< bytes of m_size that have arrived
};

} // namespace loupe
