#pragma once

#include "core/finding.h"
#include "core/work.h"
#include "formats/pickle/pickle_meaning.h"

#include <functional>

namespace loupe::pickle {

/// Receives the values that a walk finds. Names are UTF-8 and valid during the call.
struct PickleVisitor {
    std::function<void(const std::string& name, PickleId tensor)> tensor;
    /// Called for a value for which isPlain() is true, or a list of such values.
    std::function<void(const std::string& name, PickleId value)> value;
};

/// Walks over all values below `root` and names them as the library's users do: dictionary keys, list indexes and
/// object attributes, joined by dots. For torch modules, uses the names that state_dict() would give.
///
/// Visits a value once for each reference to it, each time by another name, but never within itself. Adds a finding
/// ("object-too-large") if a limit ends the walk. The limits are 100 levels; 4 visits for each value of the pickle,
/// plus 100,000; a total of 16 bytes of names for each byte of the pickle, plus 16 MiB, and as much again for long
/// keys. `begin` is the offset of the pickle in the file, for findings. Returns false if stopped. May throw
/// std::bad_alloc.
bool walkPickle(const PickleMeaning& meaning, PickleId root, std::uint64_t pickleSize, std::uint64_t begin,
    const PickleVisitor& visitor, Findings& findings, const Work& work);

} // namespace loupe::pickle
