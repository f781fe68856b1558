#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// A header that is rewritten where it is: what the file's bytes are up to where its header ends, and what they are to
/// be. Both have the same size.
struct HeaderEdit {
    std::string format; ///< Format::id
    std::uint64_t fileSize = 0;
    std::string before;
    std::string after;
};

/// What a file holds whose edit may have been interrupted.
enum class EditState : std::uint8_t {
    Before, ///< nothing was written
    Between, ///< each byte is that of one of the two headers
    After, ///< all was written
    Foreign, ///< something else: the journal belongs to another file or an older version of this one
};
EditState stateOf(const HeaderEdit& edit, std::string_view current);

/// Fails with Malformed if the reference reader of the edit's format would refuse the header that is to be, or where
/// the two differ in anything but metadata and the names of tensors.
Result<> checkSameTensors(const HeaderEdit& edit);

} // namespace loupe
