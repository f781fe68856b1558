#pragma once

#include "adapters/extract.h"
#include "adapters/rewrite.h"
#include "items/adapters/adapter_report.h"
#include "items/session/left_out.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The part of a module's update, or of a tensor's change, that an adapter keeps.
struct KeptModule {
    std::string name;
    std::optional<std::uint64_t> rankBefore; ///< nothing if there was no adapter
    std::uint64_t rank = 0; ///< 0: the change is stored as it is
    double norm = 0; ///< of what there was, Frobenius
    double energy = 1; ///< kept of the squared norm
};

/// An adapter with computed factors, ready to be written.
struct ComputedAdapter {
    Recipe recipe;
    std::string config; ///< the text of adapter_config.json; empty if there is none
    std::filesystem::path of; ///< the adapter that it is made of; empty if it is of two models
    std::vector<KeptModule> modules;
    LeftOut leftOut; ///< changes that it cannot hold
    QStringList notes;

    /// The kept share of the squared norms of all modules together; 1 if all are 0.
    double energy() const;
};
using ComputedAdapterPtr = std::shared_ptr<const ComputedAdapter>;

/// For a job; progress in modules. Fails as rewriteAdapter() does.
Result<ComputedAdapterPtr> rewrittenAdapter(
    const AdapterReport& report, const RewriteOptions& options, const Work& work);

/// The same for the difference of two models; progress in bytes. Fails as extractAdapter() does.
Result<ComputedAdapterPtr> extractedAdapter(const std::shared_ptr<const Checkpoint>& base,
    const std::shared_ptr<const Checkpoint>& tuned, const ExtractOptions& options, const Work& work);

RecipeMaker recipeOf(ComputedAdapterPtr adapter);

} // namespace loupe
