#include "history/kept_figures.h"

#include "remote/cache/disk_cache.h"

#include <algorithm>

namespace loupe {

Result<FigureStore> keptFigures()
{
    // Enough for a thousand checkpoints of a thousand tensors.
    constexpr std::uint64_t mostFigures = std::uint64_t{256} << 20;
    const auto settings = remote::DiskCache::settings(remote::environmentValue);
    if (!settings)
        return fail(settings.error());
    return FigureStore(settings->folder.empty() ? std::filesystem::path() : settings->folder.parent_path() / "history",
        std::min(settings->limit, mostFigures));
}

} // namespace loupe
