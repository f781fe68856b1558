#pragma once

#include "formats/torch/zero/zero_ranks.h"
#include "formats/torch/zero/zero_tensors.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loupe::torch {

/// The result of comparing some of a rank's exact numbers with the low-precision weights, which should be the same
/// numbers, rounded.
struct ZeroFit {
    std::uint64_t compared = 0; ///< excludes pairs of zeros, which prove nothing, and numbers that are not finite
    std::uint64_t different = 0;

    bool isOfAnother() const { return 2 * different > compared; }

    void add(const ZeroFit& other)
    {
        compared += other.compared;
        different += other.different;
    }
};

/// The results for each parameter that was compared, by its index in the group.
using ZeroFits = std::map<std::size_t, ZeroFit>;

/// Compares a few numbers of each rank with the low-precision weights. Lists of names cannot distinguish the files of
/// ranks that are entirely inside one large parameter; their numbers can.
class ZeroCopies {
public:
    /// `sources` are indexed by file, and used for short reads; null if a file could not be opened.
    explicit ZeroCopies(std::vector<std::shared_ptr<const Source>> sources)
        : m_sources(std::move(sources))
    {
    }

    /// `tensors` has the low-precision weights, named `prefix` plus the name of their parameter. `begin` is the element
    /// of the group at which the rank's numbers begin. Skips numbers that cannot be read. May throw std::bad_alloc.
    ZeroFits compare(const std::vector<ZeroParameter>& parameters, const std::string& prefix, ZeroTensors& tensors,
        std::uint64_t begin, ZeroPiece numbers);

private:
    bool read(std::uint32_t file, std::uint64_t offset, std::span<std::byte> target) const;
    void compareRun(ZeroPiece exact, const Tensor& rounded, std::uint64_t first, ZeroFit& fit) const;

    static constexpr std::uint64_t mostReads = 16'384; ///< about 10 µs each on a local disk
    std::vector<std::shared_ptr<const Source>> m_sources;
    std::uint64_t m_reads = 0;
};

} // namespace loupe::torch
