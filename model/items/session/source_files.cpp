#include "items/session/source_files.h"

namespace loupe {

SourceFiles::SourceFiles(const WantedTensors& wanted)
{
    std::set<const Checkpoint*> sources;
    for (const RecipeItem& item : wanted.recipe.items)
        sources.insert(item.source.get());
    for (const Checkpoint* const source : sources) {
        for (const CheckpointFile& file : source->files)
            add(file.path);
        if (source->index)
            add(source->index->path());
    }
    for (const Error& error : wanted.unread)
        add(error.path);
}

bool SourceFiles::has(const std::filesystem::path& path) const
{
    const auto file = identify(path);
    return file && m_files.contains({file->device, file->inode});
}

void SourceFiles::add(const std::filesystem::path& path)
{
    if (const auto file = identify(path))
        m_files.emplace(file->device, file->inode);
}

} // namespace loupe
