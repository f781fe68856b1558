#pragma once

#include "core/work.h"
#include "formats/shared/header_frame.h"

#include <string_view>

namespace loupe::bintensors {

/// The two header layouts of bintensors, which nothing in a file tells apart.
enum class BintensorsLayout : std::uint8_t {
    Current, ///< releases from 0.1.0: metadata, list of (name, tensor)
    Old, ///< releases before: metadata, list of tensors, map from name to index in that list
};

std::string_view variantName(BintensorsLayout layout);

/// A bintensors dtype number's dtype; nothing for numbers above 14.
std::optional<DType> bintensorsDType(std::uint32_t number);

/// What reading a header under one layout came to.
struct BintensorsAttempt {
    FileContent content; ///< with `header` and `data` set as given; findings of the decoded structure only
    bool decoded = false; ///< the structure is whole
    bool cleanPadding = false; ///< and what is left is padding as the reference writes it: 0 to 7 spaces
    bool ranOut = false; ///< not decoded, because the bytes ended too early
    bool stopped = false;
    std::uint64_t reached = 0; ///< bytes of the header that made sense

    bool accepted() const { return decoded && content.findings.referenceAccepts(); }
};

/// Reads the structure in `header`, the bytes of `headerRange` or the first of them, as far as it goes, and checks it.
/// `cut`: the file ends before the header does, which a finding tells already. May throw std::bad_alloc.
BintensorsAttempt decodeBintensors(std::string_view header, BintensorsLayout layout, ByteRange headerRange,
    std::uint64_t fileSize, bool cut, const Work& work);

/// False where, under both layouts, the header's content ends or breaks in `start`.
bool bintensorsWantsMore(const Frame& frame, const FileStart& start);

/// The better of the two layouts' attempts; the old one is tried only where the current one does not fit neatly.
BintensorsAttempt decodeBintensors(
    std::string_view header, ByteRange headerRange, std::uint64_t fileSize, bool cut, const Work& work);

} // namespace loupe::bintensors
