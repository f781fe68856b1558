#pragma once

#include "formats/torch/zero/zero_copies.h"
#include "formats/torch/zero/zero_records.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe::torch {

/// If exact weights do not match the low-precision weights, decides which file is wrong: the file of a rank, or that of
/// the model. May throw std::bad_alloc.
class ZeroOdds {
public:
    /// All arguments must outlive this object.
    ZeroOdds(const ZeroPart& part, const ZeroModelFile& model, ZeroCopies& copies, ZeroTensors& tensors);

    /// Compares the exact numbers that each rank has of a group.
    void add(std::size_t group, const std::vector<ZeroPiece>& ranks);
    /// Marks the ranks whose files belong to another rank or run, and adds an error for each. If the low-precision
    /// weights are wrong, or if it is unclear which are, adds a single warning.
    void judge(std::vector<bool>& isForeign, Findings& findings) const;

private:
    struct Group {
        std::size_t number = 0;
        std::vector<ZeroFits> ranks;
        bool isExchanged = false; ///< the rank has the numbers of another rank
    };
    /// The index of a group, and of a parameter in it.
    using Parameter = std::pair<std::size_t, std::size_t>;

    bool isExchanged(std::size_t group, const std::vector<ZeroPiece>& ranks, const std::vector<ZeroFits>& fits);
    /// True if no rank matches, so that all their files would have to be wrong.
    bool allDisagree() const;
    /// Parameters that match the numbers of no rank, although several ranks have a part of them.
    std::set<Parameter> oddParameters() const;
    void reportForeign(std::size_t rank, std::size_t group, const ZeroFit& fit, Findings& findings) const;
    void reportOdd(const std::set<Parameter>& odd, Findings& findings) const;

    const ZeroPart& m_part;
    const ZeroModelFile& m_model;
    std::string m_begin; ///< prefix of the names of low-precision weights
    ZeroCopies& m_copies;
    ZeroTensors& m_tensors;
    std::vector<Group> m_groups;
};

} // namespace loupe::torch
