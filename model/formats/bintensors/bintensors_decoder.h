#pragma once

#include "core/work.h"
#include "formats/shared/header_frame.h"

#include <string_view>

namespace loupe::bintensors {

/// The two header layouts of bintensors. Files do not say which one they have.
enum class BintensorsLayout : std::uint8_t {
    Current, ///< releases from 0.1.0: metadata, list of (name, tensor)
    Old, ///< releases before: metadata, list of tensors, map from name to index in that list
};

std::string_view variantName(BintensorsLayout layout);

/// The dtype with this bintensors number; nothing for numbers above 14.
std::optional<DType> bintensorsDType(std::uint32_t number);

/// The result of reading a header under one layout.
struct BintensorsAttempt {
    FileContent content; ///< with `header` and `data` as given; findings only about the decoded structure
    bool decoded = false; ///< the structure is complete
    bool cleanPadding = false; ///< and the rest is padding as the reference writes it: 0 to 7 spaces
    bool ranOut = false; ///< not decoded, because the bytes ended early
    bool stopped = false;
    std::uint64_t reached = 0; ///< valid bytes at the start of the header

    bool accepted() const { return decoded && content.findings.referenceAccepts(); }
};

/// Reads the structure in `header`, which is all or the first bytes of `headerRange`, as far as possible, and checks
/// it. `cut`: the file ends before the header does, which a finding says already. May throw std::bad_alloc.
BintensorsAttempt decodeBintensors(std::string_view header, BintensorsLayout layout, ByteRange headerRange,
    std::uint64_t fileSize, bool cut, const Work& work);

/// False where the header's content ends or breaks within `start` under both layouts.
bool bintensorsWantsMore(const Frame& frame, const FileStart& start);

/// The better result of the two layouts. Tries the old one only where the current one does not match cleanly.
BintensorsAttempt decodeBintensors(
    std::string_view header, ByteRange headerRange, std::uint64_t fileSize, bool cut, const Work& work);

} // namespace loupe::bintensors
