#include "items/layers/update_norms.h"

#include "adapters/adapter.h"
#include "adapters/updates/update_figures.h"
#include "insight/family.h"

namespace loupe {

Result<std::shared_ptr<const UpdateNorms>> UpdateNorms::find(
    const std::shared_ptr<const Checkpoint>& checkpoint, const Work& work)
{
    auto norms = std::make_shared<UpdateNorms>();
    const auto adapter = readAdapter(checkpoint, {}, work);
    if (!adapter)
        return fail(adapter.error());
    const auto figures = updateFigures(*adapter, work);
    if (!figures)
        return fail(figures.error());
    for (std::size_t i = 0; i < adapter->modules.size(); ++i) {
        const AdapterModule& module = adapter->modules[i];
        const UpdateFigures& update = (*figures)[i];
        if (!module.hasUpdate() || !module.isComputable() || !update.isFinite)
            continue;
        for (const AdapterPart part : partsOf(module.form)) {
            if (const auto& tensor = module.part(part))
                norms->m_norms.emplace(*tensor, update.norm);
        }
    }
    return norms;
}

std::optional<double> UpdateNorms::of(std::uint32_t tensor) const
{
    const auto found = m_norms.find(tensor);
    return found == m_norms.end() ? std::nullopt : std::optional(found->second);
}

bool UpdateNorms::areIn(const Checkpoint& checkpoint)
{
    const auto model = recognizeModel(NameRoles(checkpoint), ModelConfig::find(checkpoint));
    return model.family && model.family->kind == ModelKind::Adapter;
}

} // namespace loupe
