#pragma once

#include "adapters/adapter.h"
#include "adapters/base_fit.h"
#include "adapters/updates/update_figures.h"
#include "app/cli/terminal.h"
#include "core/text/json_writer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The report about an adapter.
struct LoraReport {
    const Adapter& adapter;
    std::shared_ptr<const Checkpoint> base; ///< null if none was given
    std::vector<AdapterTarget> targets; ///< one per module; empty without a base
    std::vector<UpdateFigures> figures; ///< one per module
    std::vector<double> baseNorms; ///< norms of the weights that modules change; empty if not requested

    /// Whether all modules could be computed and fit the base, if any.
    bool isSound() const;
};

std::string loraText(const LoraReport& report, const Style& style);
void writeLora(JsonWriter& json, const LoraReport& report);

} // namespace loupe
