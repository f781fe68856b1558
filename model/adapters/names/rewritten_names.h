#pragma once

#include "adapters/base_fit.h"
#include "adapters/names/base_names.h"
#include "adapters/names/part_names.h"
#include "adapters/names/transformer_names.h"
#include "adapters/resized_modules.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The names of modules and their parts in a rewritten adapter.
class RewrittenNames {
public:
    /// `base` and `targets` are those of rewriteAdapter(). All arguments must outlive this.
    RewrittenNames(const Adapter& adapter, const RewriteOptions& options, const std::shared_ptr<const Checkpoint>& base,
        std::span<const AdapterTarget> targets);

    /// Fails with Unsupported if the spelling is PEFT's, which has a file for each model, and the adapter changes
    /// several.
    Result<> checkComponents() const;
    /// The path of the module in its model, with dots. Fails with InvalidArgument if the base is needed to derive it,
    /// or as checkPath() does.
    Result<std::string> pathOf(std::size_t module) const;
    /// The spelling's modules for the one at that path, with their rows. Several if the weight fuses them.
    std::vector<DiffusersPart> partsOf(std::size_t module, const std::string& path) const;
    /// Fails with Unsupported if the spelling has no name for the part.
    Result<std::string> nameOf(std::size_t module, const std::string& path, AdapterPart part) const;

private:
    bool isInBase(std::size_t module, std::string_view path) const;
    bool isWhole(std::size_t module) const;
    NamedModel namedModel(std::size_t module, std::string_view path) const;
    std::string pathToJoin(std::size_t module) const;
    /// The error, with the path of the adapter.
    Error ofAdapter(Error error) const;

    const Adapter& m_adapter;
    const RewriteOptions& m_options;
    const std::shared_ptr<const Checkpoint>& m_base;
    std::span<const AdapterTarget> m_targets;
    std::optional<BaseNames> m_names;
    NamedModel m_named;
    std::set<std::string, std::less<>> m_adapted; ///< paths of modules with factors
    bool m_hasSecondText = false;
};

} // namespace loupe
