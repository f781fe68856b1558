#pragma once

#include "adapters/adapter.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// How an adapter is rewritten.
struct RewriteOptions {
    std::optional<std::uint64_t> rank = {}; ///< the most that a module keeps
    std::optional<double> energy = {}; ///< the share of an update's squared norm that is kept at least
    std::optional<AdapterSpelling> spelling = {}; ///< of the names; nothing: as they are

    bool resizes() const { return rank || energy; }
};

/// What became of a module's factors.
struct RewrittenModule {
    std::size_t module = 0;
    std::uint64_t rank = 0;
    double energy = 1; ///< kept of the squared norm
};

/// Why the rank of a module's update stays as it is, for after the module's name: it cannot be computed, or has a form
/// that is not cut. Empty where it may become lower, and where there is no update.
std::string whyNotResized(const AdapterModule& module);

/// Why an adapter cannot be made smaller of which no module has factors that are computed.
Error nothingToResize(const Adapter& adapter);

/// What would become of the factors of the modules that are computable, with nothing written; scales need not be known.
/// Fails with Unsupported where there are none, a factor has NaN or its rank is too large to be cut, as reading does,
/// or with Stopped.
Result<std::vector<RewrittenModule>> resizedModules(
    const Adapter& adapter, const RewriteOptions& options, const Work& work);

/// Why factors with NaN or infinity are not cut.
Error notFinite(const Adapter& adapter, const AdapterModule& module);

} // namespace loupe
