#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

namespace loupe {

/// The norms of an adapter's updates, by the tensors of their modules.
class UpdateNorms {
public:
    /// For use in jobs: reads the factors. Tensors of modules that cannot be computed have none. Fails as readAdapter()
    /// and updateFigures() do.
    static Result<std::shared_ptr<const UpdateNorms>> find(
        const std::shared_ptr<const Checkpoint>& checkpoint, const Work& work);

    std::optional<double> of(std::uint32_t tensor) const;

    /// For use in jobs: whether a checkpoint is an adapter, judged by its names and its configuration.
    static bool areIn(const Checkpoint& checkpoint);

private:
    std::unordered_map<std::uint32_t, double> m_norms;
};

} // namespace loupe
