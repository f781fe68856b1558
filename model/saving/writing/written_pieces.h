#pragma once

#include "analysis/digests/fingerprint.h"
#include "core/byte_range.h"
#include "core/source.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace loupe {

/// Digests of all that was written into a file, by which it can be verified without its sources: those on other
/// machines are read once.
class WrittenPieces {
public:
    /// From any thread.
    void add(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Whether the file has these bytes. Progress in bytes. Fails with Io if it has not, saying in which bytes; with
    /// Stopped; or as reading does.
    Result<> check(const Source& written, const Work& work) const;

private:
    struct Piece {
        ByteRange range;
        Fingerprint digest;
    };

    std::mutex m_mutex;
    std::vector<Piece> m_pieces;
};

/// How many bytes of an item's values come over the network: of a difference, those of both tensors.
std::uint64_t remoteBytes(const RecipeItem& item);
/// Whether values of any of the items come over the network.
bool areRemote(std::span<const RecipeItem> items);

} // namespace loupe
