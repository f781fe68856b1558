#pragma once

#include "formats/shared/isolated.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

// An isolated process sends pieces through a pipe, each after its size, and a size of 0 when the code has finished: its
// exit status is not always available.

/// In the child: ends it with status 1 where the parent cannot be reached.
void writeToParent(int file, std::string_view bytes);
/// In the child: sends them through isolatedOutput.
void sendPiece(std::string_view bytes);
void sendEnd();

/// Splits what comes through the pipe into pieces.
class IsolatedPieces {
public:
    /// `most`: bytes that may be handed over.
    IsolatedPieces(const IsolatedReceive& receive, std::uint64_t most)
        : m_receive(receive)
        , m_left(most)
    {
    }

    /// How the stream ended, if these bytes end it: Done or TooMuchOutput.
    std::optional<IsolatedEnd> take(std::string_view bytes);

private:
    const IsolatedReceive& m_receive;
    std::uint64_t m_left; ///< bytes that may still be handed over
    std::uint32_t m_size = 0; ///< bytes of the piece that are still to come
    std::size_t m_sizeBytes = 0; ///< bytes of m_size that have arrived
};

} // namespace loupe
