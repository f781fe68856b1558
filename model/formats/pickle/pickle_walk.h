#pragma once

#include "core/finding.h"
#include "core/work.h"
#include "formats/pickle/pickle_meaning.h"

#include <functional>

namespace loupe::pickle {

/// Receives what a walk finds. Names are UTF-8 and valid during the call.
struct PickleVisitor {
    std::function<void(const std::string& name, PickleId tensor)> tensor;
    /// Called for a value for which isPlain() is true, or a list of such values.
    std::function<void(const std::string& name, PickleId value)> value;
};

/// Walks over all values below `root` and names them as the library's users do: keys of dictionaries joined by dots,
/// indexes for lists, attributes for objects, and for torch modules what state_dict() would give.
///
/// A value with several references is visited once for each, each time by another name, but never within itself.
/// Bounded, with a finding ("object-too-large") where a bound ends the walk: 100 levels; 4 visits for each value of the
/// pickle and 100,000; names of 16 bytes for each byte of the pickle and 16 MiB together, and as many of long keys.
/// `begin`: of the pickle in the file, for findings. Returns false if stopped. May throw std::bad_alloc.
bool walkPickle(const PickleMeaning& meaning, PickleId root, std::uint64_t pickleSize, std::uint64_t begin,
    const PickleVisitor& visitor, Findings& findings, const Work& work);

} // namespace loupe::pickle
