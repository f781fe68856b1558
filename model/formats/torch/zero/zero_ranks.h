#pragma once

#include "formats/torch/zero/zero_states.h"

#include <string>
#include <vector>

namespace loupe::torch {

/// A file of the model, read. Files count as Tensor::file.
struct ZeroModelFile {
    ZeroName name;
    std::uint32_t file = 0;
    bool isWhole = false; ///< else a finding says what is wrong with the archive
    ZeroModelStates states = {};
};

/// A file of the optimizer, read.
struct ZeroOptimizerFile {
    ZeroName name;
    std::uint32_t file = 0;
    bool isWhole = false;
    ZeroOptimizerStates states = {};
};

/// What ranks wrote of a model, or of one part of it.
struct ZeroPart {
    std::uint64_t modelRank = 0;
    std::string prefix; ///< of the names of its tensors
    std::vector<ZeroModelFile> models; ///< by rank
    std::vector<ZeroOptimizerFile> optimizers; ///< by rank
    std::vector<std::string> doubled; ///< as ZeroFiles::doubled
};

/// How many ranks wrote a part, and how.
struct ZeroWorld {
    std::uint64_t ranks = 0;
    bool isByParameter = false; ///< as ZeroOptimizerStates::isByParameter
    std::optional<std::uint64_t> stage;
    bool isWhole = false; ///< all ranks' optimizer files are there, whole, and of one run
};

/// Adds findings about files that are missing, left from another run, or contradict one another. Afterwards the
/// optimizer files are those of ranks below ZeroWorld::ranks.
ZeroWorld checkZeroRanks(ZeroPart& part, Findings& findings);

} // namespace loupe::torch
