#pragma once

#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <cstdint>

namespace loupe::zip {

/// The archives of a file that holds several in sequence, as left by saving twice to one stream.
///
/// Python's zipfile uses the directory at the file's end, and corrects its offsets by the amount of data before the
/// archive. So it reads the last archive. torch uses the same directory, but without correcting its offsets, which it
/// counts from the file's first byte. If all archives have the same layout, this leads it to the directory of the first
/// one. Otherwise it finds no directory and raises an error.
struct ZipSequence {
    std::uint64_t firstEnd = 0; ///< one past the first archive
    std::uint64_t archives = 1;
    std::uint64_t before = 0; ///< bytes before the first archive that belong to none
    bool leadsToFirst = true; ///< the offsets in the last archive's end record lead to the first one's directory
};

/// If there is no directory at all, returns one archive that ends with the file. Fails with Stopped, or as Source does.
Result<ZipSequence> findZipSequence(const Source& source, const Work& work);

} // namespace loupe::zip
