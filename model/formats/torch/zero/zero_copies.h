#pragma once

#include "formats/torch/zero/zero_ranks.h"
#include "formats/torch/zero/zero_tensors.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loupe::torch {

/// How some of a rank's exact numbers compare with the weights in low precision, which are the same numbers, rounded.
struct ZeroFit {
    std::uint64_t compared = 0; ///< without pairs of zeros, which say nothing, and without what is not finite
    std::uint64_t different = 0;

    bool isOfAnother() const { return 2 * different > compared; }

    void add(const ZeroFit& other)
    {
        compared += other.compared;
        different += other.different;
    }
};

/// The same for each parameter that was looked at, by its number in the group.
using ZeroFits = std::map<std::size_t, ZeroFit>;

/// Compares a few numbers of each rank with the weights in low precision. No list of names can tell the files of ranks
/// apart that lie inside of one large parameter; their numbers can.
class ZeroCopies {
public:
    /// `sources`: by file, for short reads; null if a file could not be opened.
    explicit ZeroCopies(std::vector<std::shared_ptr<const Source>> sources)
        : m_sources(std::move(sources))
    {
    }

    /// `tensors` has the weights in low precision under `prefix` and the name of their parameter. `begin`: of the
    /// rank's numbers, an element of the group. What cannot be read is not compared. May throw std::bad_alloc.
    ZeroFits compare(const std::vector<ZeroParameter>& parameters, const std::string& prefix, ZeroTensors& tensors,
        std::uint64_t begin, ZeroPiece numbers);

private:
    bool read(std::uint32_t file, std::uint64_t offset, std::span<std::byte> target) const;
    void compareRun(ZeroPiece exact, const Tensor& rounded, std::uint64_t first, ZeroFit& fit) const;

    static constexpr std::uint64_t mostReads = 16'384; ///< some 10 µs each on a local disk
    std::vector<std::shared_ptr<const Source>> m_sources;
    std::uint64_t m_reads = 0;
};

} // namespace loupe::torch
