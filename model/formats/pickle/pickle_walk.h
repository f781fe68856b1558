#pragma once

#include "core/finding.h"
#include "core/work.h"
#include "formats/pickle/pickle_meaning.h"

#include <functional>

namespace loupe::pickle {

/// Gets what a walk finds. Names are UTF-8 and valid during the call.
struct PickleVisitor {
    std::function<void(const std::string& name, PickleId tensor)> tensor;
    std::function<void(const std::string& name, PickleId value)> value; ///< what isPlain(), and lists of such
};

/// Walks over all that hangs on `root` and names it as its users do: keys of dictionaries as they are, joined by dots;
/// lists by number; of objects their attributes; of modules of torch what state_dict() would give.
///
/// What is referred to more than once is met more than once, each time by another name, but never within itself.
/// Bounded, with a finding ("object-too-large") where a bound ends the walk: 100 levels; 4 visits for each value of the
/// pickle and 100,000; names of 16 bytes for each byte of the pickle and 16 MiB together, and as many of long keys.
/// False where stopped. `begin`: of the pickle in the file, for findings. May throw std::bad_alloc.
bool walkPickle(const PickleMeaning& meaning, PickleId root, std::uint64_t pickleSize, std::uint64_t begin,
    const PickleVisitor& visitor, Findings& findings, const Work& work);

} // namespace loupe::pickle
