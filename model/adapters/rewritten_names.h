#pragma once

#include "adapters/base_fit.h"
#include "adapters/base_names.h"
#include "adapters/part_names.h"
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

/// What modules and their parts are called in an adapter that is written anew.
class RewrittenNames {
public:
    /// `base` and `targets` as rewriteAdapter() has them. All must outlive this.
    RewrittenNames(const Adapter& adapter, const RewriteOptions& options, const std::shared_ptr<const Checkpoint>& base,
        std::span<const AdapterTarget> targets);

    /// PEFT has a file for each model: fails with Unsupported where the adapter is about several.
    Result<> checkComponents() const;
    /// Where the module is in its model, with dots. Fails with InvalidArgument where the base is needed to tell, and as
    /// checkPath() does.
    Result<std::string> pathOf(std::size_t module) const;
    /// The modules that the spelling has for the one at that path, with their rows: several where its weight joins
    /// them.
    std::vector<DiffusersPart> partsOf(std::size_t module, const std::string& path) const;
    /// Fails with Unsupported where the spelling has no name for it.
    Result<std::string> nameOf(std::size_t module, const std::string& path, AdapterPart part) const;

private:
    bool isInBase(std::size_t module, std::string_view path) const;
    bool isWhole(std::size_t module) const;
    NamedModel namedModel(std::size_t module, std::string_view path) const;
    std::string pathToJoin(std::size_t module) const;

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
