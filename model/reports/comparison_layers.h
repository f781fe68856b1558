#pragma once

#include "analysis/comparison/change_scale.h"
#include "analysis/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The layers of two compared models as pictures in HTML: a LayerGrid for each series, colored by relative change,
/// with a sign where a color cannot say it, and a legend. Colors and marks are those of a report's page.
class ComparisonLayers {
public:
    static constexpr std::size_t mostRoles = 200; ///< rows of all series
    static constexpr std::size_t mostCells = 6000;
    static constexpr std::uint32_t mostBlocks = 128; ///< of a series: the first ones

    void add(const TensorPair& pair, const PairOutcome& outcome);

    /// At most this many roles, those that changed most, and a sentence about the others; empty if nothing differs.
    /// The checkpoints are those of the pairs. Fails with Stopped, OutOfMemory or TooLarge.
    Result<std::string> html(const Checkpoint& a, const Checkpoint& b, const Work& work = {}) const;

private:
    class Picture;

    /// Small: there may be a million.
    struct Figures {
        std::uint32_t a = TensorPair::none;
        std::uint32_t b = TensorPair::none;
        PairStatus status = PairStatus::NotCompared;
        bool dtypeChanged = false;
        NonfiniteChange nonfinite = NonfiniteChange::None;
        double relativeL2 = -1; ///< less than 0 if there is none
        double maximum = -1; ///< the same
    };

    std::vector<Figures> m_pairs;
    ChangeRange m_changes;
};

} // namespace loupe
