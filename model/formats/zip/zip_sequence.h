#pragma once

#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <cstdint>

namespace loupe::zip {

/// The archives of a file that holds several, one after another: what saving twice to one stream leaves behind.
///
/// Python's zipfile takes the directory at the file's end, and corrects its offsets by what lies before: it reads the
/// last archive. torch takes the same directory and its offsets as they are, from the file's first byte. Where all
/// archives have the same layout that is the directory of the first one; else it finds none and raises.
struct ZipSequence {
    std::uint64_t firstEnd = 0; ///< one past the first archive
    std::uint64_t archives = 1;
    std::uint64_t before = 0; ///< bytes before the first archive that are none
    bool leadsToFirst = true; ///< what the last archive states of its directory is true of the first one's
};

/// Where there is no directory at all, one archive that ends with the file. Fails with Stopped, or as Source does.
Result<ZipSequence> findZipSequence(const Source& source, const Work& work);

} // namespace loupe::zip
