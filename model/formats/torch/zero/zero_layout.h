#pragma once

#include "formats/torch/zero/zero_copies.h"
#include "formats/torch/zero/zero_ranks.h"
#include "formats/torch/zero/zero_tensors.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe::torch {

/// Assembles the parameters of one part of a model, and the optimizer's state for each parameter, from the numbers in
/// each rank's optimizer. May throw std::bad_alloc.
class ZeroLayout {
public:
    ZeroLayout(
        const ZeroPart& part, const ZeroWorld& world, ZeroTensors& tensors, ZeroCopies& copies, Findings& findings);

    /// Precondition: the part has a file of the model.
    void place();

private:
    /// One kind of numbers of one rank, by group.
    using Groups = std::vector<ZeroNumbers>;
    /// One kind of numbers of all ranks.
    struct Kind {
        std::string state; ///< "exp_avg"; empty for the parameters themselves
        std::vector<Groups> ranks;
    };

    const std::vector<std::vector<ZeroParameter>>& groups() const { return m_first.states.groups; }
    void placeMasters();
    void placeWithoutValues(const std::vector<ZeroParameter>& parameters);
    void placeFrozen();
    void placeAliases();
    void placeStates();
    /// The numbers of one state of all ranks. If some ranks have none, returns nothing and adds a finding.
    std::optional<Kind> stateOf(const std::string& name);
    /// The dtype of the group's numbers. If the ranks' numbers do not fit the parameters, returns Opaque and adds a
    /// finding.
    DType checkGroup(const Kind& kind, std::size_t group);
    /// Adds the group's parameters. If there is no room, adds nothing and returns false.
    bool placeGroup(const Kind& kind, std::size_t group, DType dtype);
    /// Adds parameters that are split over the ranks individually. If the ranks' numbers do not fit them, adds only a
    /// finding and returns false.
    bool placeByParameter(const Kind& kind);
    /// The common dtype of all numbers. If they differ, or are not stored plainly in their files, returns Opaque and
    /// adds a finding.
    DType commonType(const Kind& kind, std::size_t firstGroup, std::size_t endGroup);
    bool fitsGroup(const Kind& kind, std::size_t group, unsigned elementBytes);
    /// Adds findings about ranks whose parts are not as long as their files say. `whole` is the number of elements of a
    /// part, including its padding.
    void checkPaddings(const Kind& kind, std::size_t group, unsigned elementBytes, std::uint64_t whole);
    /// Looks for ranks whose numbers do not match the low-precision weights. `kind` holds the exact weights. `groups`
    /// are the groups that fit the parameters and are F32.
    void checkCopies(const Kind& kind, const std::vector<std::size_t>& groups);
    /// True if the ranks' own statements about the contents of their parts agree with this. Precondition: fitsGroup().
    bool fitsSlices(const Kind& kind, std::size_t group, unsigned elementBytes);
    bool fitsParameters(const Kind& kind, const std::vector<FlatNumbers>& flats, unsigned elementBytes);
    /// True if there is room for this many pieces.
    bool takePieces(std::uint64_t count);
    void report(std::string_view code, std::string message, std::string_view refusedAs = {});

    const ZeroPart& m_part;
    const ZeroWorld& m_world;
    const ZeroModelFile& m_first; ///< names the parameters
    ZeroTensors& m_tensors;
    ZeroCopies& m_copies;
    std::vector<bool> m_isForeign; ///< by rank: its file is known to belong to another rank or run
    Findings& m_findings;
    std::uint32_t m_file; ///< the file to list tensors without values under
    std::uint64_t m_pieces = 0; ///< upper bound of the pieces of all tensors
};

} // namespace loupe::torch
