#pragma once

#include "formats/torch/zero/zero_states.h"

#include <string>
#include <vector>

namespace loupe::torch {

/// A model file that was read. Files are numbered as for Tensor::file.
struct ZeroModelFile {
    ZeroName name;
    std::uint32_t file = 0;
    bool isWhole = false; ///< if false, a finding says what is wrong with the archive
    ZeroModelStates states = {};
};

/// An optimizer file that was read.
struct ZeroOptimizerFile {
    ZeroName name;
    std::uint32_t file = 0;
    bool isWhole = false;
    ZeroOptimizerStates states = {};
};

/// The files that ranks wrote for a model, or for one part of it.
struct ZeroPart {
    std::uint64_t modelRank = 0;
    std::string prefix; ///< prefix of the names of its tensors
    std::vector<ZeroModelFile> models; ///< by rank
    std::vector<ZeroOptimizerFile> optimizers; ///< by rank
    std::vector<std::string> doubled; ///< as ZeroFiles::doubled
};

/// How many ranks wrote a part, and how.
struct ZeroWorld {
    std::uint64_t ranks = 0;
    bool isByParameter = false; ///< as ZeroOptimizerStates::isByParameter
    std::optional<std::uint64_t> stage;
    bool isWhole = false; ///< the optimizer files of all ranks exist, are complete, and are from one run
};

/// Adds findings about files that are missing, left from another run, or contradict one another. Afterwards, the
/// optimizer files are those of ranks below ZeroWorld::ranks.
ZeroWorld checkZeroRanks(ZeroPart& part, Findings& findings);

} // namespace loupe::torch
