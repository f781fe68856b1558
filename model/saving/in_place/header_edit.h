#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// An in-place rewrite of a header. `before` and `after` are all bytes of the file from its start to the end of the
/// header; they have the same size.
struct HeaderEdit {
    std::string format; ///< Format::id
    std::uint64_t fileSize = 0;
    std::string before;
    std::string after;
};

/// The state of a file whose edit may have been interrupted.
enum class EditState : std::uint8_t {
    Before, ///< nothing was written
    Between, ///< a mixture: each byte belongs to one of the two headers
    After, ///< all was written
    Foreign, ///< anything else: the journal belongs to another file or to an older version of this one
};
EditState stateOf(const HeaderEdit& edit, std::string_view current);

/// Fails with Malformed if the reference reader of the format would reject the new header, or if the two headers differ
/// in anything but metadata and tensor names.
Result<> checkSameTensors(const HeaderEdit& edit);

} // namespace loupe
