#pragma once

#include "formats/torch/zero/zero_copies.h"
#include "formats/torch/zero/zero_ranks.h"
#include "formats/torch/zero/zero_tensors.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe::torch {

/// Puts the parameters of one part of a model together from what each rank's optimizer holds, and the optimizer's
/// numbers of each parameter. May throw std::bad_alloc.
class ZeroLayout {
public:
    ZeroLayout(
        const ZeroPart& part, const ZeroWorld& world, ZeroTensors& tensors, ZeroCopies& copies, Findings& findings);

    /// Precondition: the part has a file of the model.
    void place();

private:
    /// One kind of numbers: of one rank, by group.
    using Groups = std::vector<ZeroNumbers>;
    /// The same of all ranks.
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
    /// The numbers of one state of all ranks; nothing, with a finding, where some have none.
    std::optional<Kind> stateOf(const std::string& name);
    /// The dtype of the group's numbers; Opaque, with a finding, where the ranks' numbers do not fit the parameters.
    DType checkGroup(const Kind& kind, std::size_t group);
    /// Adds nothing and returns false if there is no room.
    bool placeGroup(const Kind& kind, std::size_t group, DType dtype);
    /// Adds nothing, but a finding, and returns false if the ranks' numbers do not fit the parameters.
    bool placeByParameter(const Kind& kind);
    /// The dtype that all have; Opaque, with a finding, where they have not, or do not lie plainly in their files.
    DType commonType(const Kind& kind, std::size_t firstGroup, std::size_t endGroup);
    bool fitsGroup(const Kind& kind, std::size_t group, unsigned elementBytes);
    /// Whether the parts are as long as each file says; findings say which are not. `whole`: elements of a part with
    /// its padding.
    void checkPaddings(const Kind& kind, std::size_t group, unsigned elementBytes, std::uint64_t whole);
    /// Looks for ranks whose numbers are not those of the weights in low precision. `kind`: the exact weights.
    /// `groups`: those that fit, and are of F32.
    void checkCopies(const Kind& kind, const std::vector<std::size_t>& groups);
    /// Whether the ranks themselves say the same of what their parts hold. Precondition: fitsGroup().
    bool fitsSlices(const Kind& kind, std::size_t group, unsigned elementBytes);
    bool fitsParameters(const Kind& kind, const std::vector<FlatNumbers>& flats, unsigned elementBytes);
    /// Whether there is room for this many pieces.
    bool takePieces(std::uint64_t count);
    void report(std::string_view code, std::string message, std::string_view refusedAs = {});

    const ZeroPart& m_part;
    const ZeroWorld& m_world;
    const ZeroModelFile& m_first; ///< names the parameters
    ZeroTensors& m_tensors;
    ZeroCopies& m_copies;
    std::vector<bool> m_isForeign; ///< by rank: its file is known to be of another one
    Findings& m_findings;
    std::uint32_t m_file; ///< of tensors without values
    std::uint64_t m_pieces = 0; ///< of all tensors, at most
};

} // namespace loupe::torch
