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

/// All there is to say about an adapter.
struct LoraReport {
    const Adapter& adapter;
    std::shared_ptr<const Checkpoint> base; ///< null if none was given
    std::vector<AdapterTarget> targets; ///< of each module; empty without a base
    std::vector<UpdateFigures> figures; ///< of each module
    std::vector<double> baseNorms; ///< of the weights that modules change; empty if they were not asked for

    /// Whether all modules are computed, and fit the base where there is one.
    bool isSound() const;
};

std::string loraText(const LoraReport& report, const Style& style);
void writeLora(JsonWriter& json, const LoraReport& report);

} // namespace loupe
