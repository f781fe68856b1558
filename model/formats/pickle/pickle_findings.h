#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"
#include "formats/shared/format.h"

namespace loupe::pickle {

/// A pickle and its location, for findings.
struct PickledObject {
    const PickleReading& reading;
    std::uint64_t size = 0; ///< of the pickle, in bytes
    std::uint64_t begin = 0; ///< offset in the file
    bool plain = true; ///< the file stores the bytes as they are; otherwise all findings are at `begin`

    std::uint64_t offsetOf(PickleId id) const { return begin + (plain ? reading.values.at(id).offset : 0); }
};

/// The loader whose verdicts are reported. It runs only code that is on its list.
struct PickleLoader {
    std::string_view name; ///< "torch.load"
    PickleTrust (*trust)(std::string_view module, std::string_view name);
};

/// Adds a finding for each name that Python would import, those that would run code first.
void addPickleImports(
    const PickledObject& pickle, const PickleMeaning& meaning, const PickleLoader& loader, FileContent& content);

/// Adds a finding if the pickle of `what` is broken, at the place where it breaks off.
void addPickleFault(const PickledObject& pickle, std::string_view what, FileContent& content);

} // namespace loupe::pickle
