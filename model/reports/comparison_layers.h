#pragma once

#include "analysis/comparison/change_scale.h"
#include "analysis/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The layers of two compared models as pictures in HTML: a LayerGrid for each series, colored by relative change, with
/// symbols for what colors cannot show, and a legend. Colors and marks are those of a report's page.
class ComparisonLayers {
public:
    static constexpr std::size_t mostRoles = 200; ///< rows of all series together
    static constexpr std::size_t mostCells = 6000;
    static constexpr std::uint32_t mostBlocks = 128; ///< per series; the first ones are shown

    void add(const TensorPair& pair, const PairOutcome& outcome);

    /// Shows at most this many roles, those that changed most, and a sentence about the others; empty if nothing
    /// differs. The checkpoints must be those of the pairs. Fails with Stopped, OutOfMemory or TooLarge.
    Result<std::string> html(const Checkpoint& a, const Checkpoint& b, const Work& work = {}) const;

private:
    class Picture;

    /// Kept small, as there may be a million.
    struct Figures {
        std::uint32_t a = TensorPair::none;
        std::uint32_t b = TensorPair::none;
        PairStatus status = PairStatus::NotCompared;
        bool dtypeChanged = false;
        NonfiniteChange nonfinite = NonfiniteChange::None;
        double relativeL2 = -1; ///< negative if there is none
        double maximum = -1; ///< negative if there is none
    };

    std::vector<Figures> m_pairs;
    ChangeRange m_changes;
};

} // namespace loupe
