#pragma once

#include "adapters/adapter.h"
#include "adapters/updates/update_figures.h"
#include "analysis/linear_algebra/product.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace loupe {

/// The position of rows in an update.
struct UpdateRows {
    std::uint64_t first = 0;
    bool isTransposed = false; ///< the rows are those of the transpose
    std::uint64_t expert = 0; ///< index of the stacked expert
};

/// The matrix that a module adds to a weight, including its scale. It is represented by its small parts, read in 64
/// bits. Each UpdateForm has a subclass. Thread-safe.
class Update {
public:
    Update() = default;
    virtual ~Update() = default;
    Update(const Update&) = delete;
    Update& operator=(const Update&) = delete;

    /// target += factor · rows of the update: as many rows as the target has, with all columns. Fails as addProduct()
    /// does.
    virtual Result<> addRows(
        double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const = 0;
    virtual bool hasFiniteParts() const = 0;
    /// Fails with Stopped.
    virtual Result<UpdateFigures> figures(const Work& work) const = 0;
};

/// Fails as readFactors() does. Precondition: the module is computable and has an update.
Result<std::shared_ptr<const Update>> readUpdate(const Adapter& adapter, const AdapterModule& module, const Work& work);

/// Caches the most recently used updates: an update is computed in pieces, each of which needs all parts. Thread-safe.
class UpdateCache {
public:
    explicit UpdateCache(std::shared_ptr<const Adapter> adapter)
        : m_adapter(std::move(adapter))
    {
    }
    const Adapter& adapter() const { return *m_adapter; }
    /// Reads an update only once if several threads need it at the same time. Fails as readUpdate() does.
    Result<std::shared_ptr<const Update>> of(std::size_t module, const Work& work);

private:
    struct Entry {
        std::mutex mutex; ///< held by the thread that reads the update
        std::shared_ptr<const Update> update; ///< null until it is read
    };
    std::shared_ptr<Entry> entryOf(std::size_t module);

    std::shared_ptr<const Adapter> m_adapter;
    std::mutex m_mutex; ///< of the list
    std::list<std::pair<std::size_t, std::shared_ptr<Entry>>> m_last; ///< most recent first
};

} // namespace loupe
