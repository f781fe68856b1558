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

/// Digests of all that was written to a file, for verifying it without its sources. Remote sources then have to be read
/// only once.
class WrittenPieces {
public:
    /// Thread-safe.
    void add(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Checks that the file has these bytes. Progress is in bytes. Fails with Io if not, saying which bytes differ;
    /// with Stopped; or as reading does.
    Result<> check(const Source& written, const Work& work) const;

private:
    struct Piece {
        ByteRange range;
        Fingerprint digest;
    };

    std::mutex m_mutex;
    std::vector<Piece> m_pieces;
};

/// The number of bytes of an item's values that are read over the network. For a difference, includes both tensors.
std::uint64_t remoteBytes(const RecipeItem& item);
/// True if values of any item are read over the network.
bool areRemote(std::span<const RecipeItem> items);

} // namespace loupe
