#pragma once

#include "formats/format.h"
#include "formats/pickle_reader.h"

namespace loupe {

/// Where a pickle lies, for findings.
struct TorchPickle {
    const PickleReading& reading;
    std::uint64_t size = 0; ///< of the pickle
    std::uint64_t begin = 0; ///< in the file
    bool plain = true; ///< its bytes lie there as they are; else all findings are about `begin`
};

/// A finding for each name that Python would import: what would run code first.
void addTorchImports(const TorchPickle& pickle, FileContent& content);

/// A finding about where the pickle of `what` breaks off; nothing where it does not.
void addPickleFault(const TorchPickle& pickle, std::string_view what, FileContent& content);

} // namespace loupe
