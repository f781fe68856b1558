#pragma once

#include "core/work.h"
#include "formats/shared/header_frame.h"

#include <string_view>

namespace loupe::bintensors {

/// The two header layouts of bintensors. Files do not say which one they use.
enum class BintensorsLayout : std::uint8_t {
    Current, ///< releases from 0.1.0: metadata, list of (name, tensor)
    Old, ///< earlier releases: metadata, list of tensors, map from name to index in that list
};

std::string_view variantName(BintensorsLayout layout);

/// The dtype with this bintensors number; nothing for numbers above 14.
std::optional<DType> bintensorsDType(std::uint32_t number);

/// The result of reading a header under one layout.
struct BintensorsAttempt {
    FileContent content; ///< with `header` and `data` as given; findings only about the decoded structure
    bool decoded = false; ///< the structure is complete
    bool cleanPadding = false; ///< decoded, and the rest is the padding that the reference writes: 0 to 7 spaces
    bool ranOut = false; ///< not decoded, because the bytes ended early
    bool stopped = false;
    std::uint64_t reached = 0; ///< the number of valid bytes at the start of the header

    bool accepted() const { return decoded && content.findings.referenceAccepts(); }
};

/// Reads and checks as much as possible of the structure in `header`, which holds all or the first bytes of
/// `headerRange`. `cut` means that the file ends before the header does, and that a finding already says so. May throw
/// std::bad_alloc.
BintensorsAttempt decodeBintensors(std::string_view header, BintensorsLayout layout, ByteRange headerRange,
    std::uint64_t fileSize, bool cut, const Work& work);

/// False if the header's content ends or becomes invalid within `start` under both layouts.
bool bintensorsWantsMore(const Frame& frame, const FileStart& start);

/// The better result of the two layouts. Tries the old layout only if the current one does not match cleanly.
BintensorsAttempt decodeBintensors(
    std::string_view header, ByteRange headerRange, std::uint64_t fileSize, bool cut, const Work& work);

} // namespace loupe::bintensors
