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

/// The options for rewriting an adapter.
struct RewriteOptions {
    std::optional<std::uint64_t> rank = {}; ///< maximum rank of a module
    std::optional<double> energy = {}; ///< minimum share of an update's squared norm to keep
    std::optional<AdapterSpelling> spelling = {}; ///< of the new names; nothing: names stay

    bool resizes() const { return rank || energy; }
};

/// The result of rewriting a module's factors.
struct RewrittenModule {
    std::size_t module = 0;
    std::uint64_t rank = 0;
    double energy = 1; ///< share of the squared norm that is kept
};

/// Why the rank of a module's update cannot be reduced, as text to follow the module's name: the update cannot be
/// computed, or has a form that cannot be truncated. Empty if the rank can be reduced or there is no update.
std::string whyNotResized(const AdapterModule& module);

/// What helps against that.
Remedy resizeRemedy(const AdapterModule& module);

/// Whether the rank of any module can be reduced.
bool canResize(const Adapter& adapter);

/// The error for an adapter without any module whose factors can be computed.
Error nothingToResize(const Adapter& adapter);

/// Computes how the factors of all computable modules would be resized, without writing. Scales need not be known.
/// Fails with Unsupported if there are no factors, a factor has NaN, or its rank is too large to truncate; with
/// Stopped; or as reading does.
Result<std::vector<RewrittenModule>> resizedModules(
    const Adapter& adapter, const RewriteOptions& options, const Work& work);

/// The error for parts with NaN or infinity.
Error notFinite(const Adapter& adapter, const AdapterModule& module, Remedy remedy);

} // namespace loupe
