#pragma once

#include "adapters/computed_tensors.h"
#include "core/checkpoint.h"
#include "core/dtype.h"
#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The tensors of a new adapter, in the order in which they are added. Each is either copied from another adapter or
/// computed. Takes names as Result so that callers can pass on a failed name: its error is returned.
class AdapterTensors {
public:
    /// `copied`: the adapter to copy tensors from; null if all are computed.
    explicit AdapterTensors(ComputedTensors computed, std::shared_ptr<const Checkpoint> copied = nullptr);

    Result<> copy(Result<std::string> name, std::uint32_t tensor);
    /// Fails as ComputedTensors do.
    Result<> compute(
        Result<std::string> name, std::span<const std::uint64_t> shape, std::span<const double> values, DType dtype);

    std::size_t size() const { return m_items.size(); }
    void rename(std::size_t item, std::string name) { m_items[item].name = std::move(name); }

    /// Returns all tensors; call once. `inputs`: the source files, which must not be overwritten.
    Recipe take(std::span<const std::shared_ptr<const Checkpoint>> inputs, const Format& format);

private:
    struct Item {
        bool isComputed = false;
        std::uint32_t tensor = 0; ///< index into the computed or the copied tensors
        std::string name;
        DType dtype = DType::F32;
    };

    ComputedTensors m_computed;
    std::shared_ptr<const Checkpoint> m_copied;
    std::vector<Item> m_items;
};

} // namespace loupe
