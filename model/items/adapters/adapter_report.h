#pragma once

#include "adapters/adapter.h"
#include "adapters/base_fit.h"
#include "adapters/updates/update_figures.h"
#include "core/text/name_patterns.h"
#include "items/writing/writing_request.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// The properties that all modules of an adapter have in common.
struct AlikeModules {
    bool kind = false;
    bool rank = false;
    bool alpha = false;
    bool scale = false;
};

/// Describes an adapter: its modules, the size of their updates, and the tensors of a base that they change.
struct AdapterReport {
    std::shared_ptr<const Adapter> adapter;
    std::vector<UpdateFigures> figures; ///< of each module
    std::shared_ptr<const Checkpoint> base; ///< null if none was chosen
    std::vector<AdapterTarget> targets; ///< of each module; empty without a base
    std::shared_ptr<const NamePatterns> moduleNames; ///< what distinguishes them
    std::shared_ptr<const NamePatterns> targetNames; ///< of the targets; null without a base
    AlikeModules alike = {};

    /// The number of modules that fit the base.
    std::size_t fitting() const;
};
using AdapterReportPtr = std::shared_ptr<const AdapterReport>;

/// The ways to write an adapter.
enum class AdapterWriting : std::uint8_t { Merge, Resize, Rename };

/// For a job. Fails as readAdapter() and updateFigures() do.
Result<AdapterReportPtr> readReport(const std::shared_ptr<const Checkpoint>& checkpoint, const Work& work);
/// The same report with another base; for a job. Fails as opening it does.
Result<AdapterReportPtr> withBase(AdapterReportPtr report, const std::filesystem::path& base, const Work& work);

/// Makes a recipe that merges the modules that fit into the base, with each change multiplied by `strength`.
/// Precondition: there is a base.
RecipeMaker mergedAdapter(AdapterReportPtr report, double strength = 1);

} // namespace loupe
