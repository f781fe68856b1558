#pragma once

#include "formats/torch/zero/zero_copies.h"
#include "formats/torch/zero/zero_records.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe::torch {

/// Decides which file is the odd one where exact weights are not those in low precision: that of a rank, or that of the
/// model. May throw std::bad_alloc.
class ZeroOdds {
public:
    /// All must outlive this.
    ZeroOdds(const ZeroPart& part, const ZeroModelFile& model, ZeroCopies& copies, ZeroTensors& tensors);

    /// Compares the exact numbers that each rank has of a group.
    void add(std::size_t group, const std::vector<ZeroPiece>& ranks);
    /// Marks the ranks whose files are of another rank or run, with an error for each. Where the weights in low
    /// precision are the odd ones, or where nothing tells which are, one warning says so.
    void judge(std::vector<bool>& isForeign, Findings& findings) const;

private:
    struct Group {
        std::size_t number = 0;
        std::vector<ZeroFits> ranks;
        bool isExchanged = false; ///< a rank's numbers are those of another rank
    };
    /// A group, and a parameter in it.
    using Parameter = std::pair<std::size_t, std::size_t>;

    bool isExchanged(std::size_t group, const std::vector<ZeroPiece>& ranks, const std::vector<ZeroFits>& fits);
    /// Whether no rank agrees, so that the files of all of them would have to be wrong.
    bool allDisagree() const;
    /// Parameters of which no rank has the rounded numbers, though several have a part of them.
    std::set<Parameter> oddParameters() const;
    void reportForeign(std::size_t rank, std::size_t group, const ZeroFit& fit, Findings& findings) const;
    void reportOdd(const std::set<Parameter>& odd, Findings& findings) const;

    const ZeroPart& m_part;
    const ZeroModelFile& m_model;
    std::string m_begin; ///< of the names of weights in low precision
    ZeroCopies& m_copies;
    ZeroTensors& m_tensors;
    std::vector<Group> m_groups;
};

} // namespace loupe::torch
