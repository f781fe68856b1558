#pragma once

#include "core/dtype.h"

#include <filesystem>
#include <functional>
#include <string>

namespace loupe::test {

/// How long NumPy and torch take for the same answers, written as an expert would: on the whole array, and in chunks of
/// 1 MiB, which avoids temporaries as large as the array.
struct PeerTime {
    double seconds = 0;
    char answer = 'f'; ///< our comparable answer: 'f'igures, 'b'ins with figures, 'r'anks with figures
    std::string what;
};

bool hasPeer(DType dtype);

/// Times the peers on a file of elements of `dtype`, and reports each result. Returns a line about peers that could not
/// be run, or empty.
std::string timePeers(
    const std::filesystem::path& elements, DType dtype, const std::function<void(const PeerTime&)>& tell);

} // namespace loupe::test
