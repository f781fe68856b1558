#include "formats/opening/companion_files.h"

#include "core/remote/remote_files.h"
#include "formats/shared/confined_source.h"

namespace loupe {

std::vector<OpenedCompanion> openCompanions(FileContent& content, const Source& source, Source::Access access)
{
    std::vector<OpenedCompanion> companions;
    for (CompanionFile& file : content.companions) {
        const std::filesystem::path path = inFolder(source.path().parent_path(), file.path);
        auto opened = openConfined(source, file.path, access);
        companions.push_back(
            {.file = std::move(file), .path = path, .source = std::move(opened), .tensors = {}, .unknownDTypes = {}});
    }
    content.companions.clear();
    if (companions.empty())
        return companions;

    std::vector<Tensor> own;
    std::unordered_map<std::uint32_t, std::string> ownUnknown;
    for (std::uint32_t i = 0; i < content.tensors.size(); ++i) {
        const std::uint32_t file = content.tensors[i].file;
        auto& tensors = file == 0 ? own : companions[file - 1].tensors;
        auto& unknown = file == 0 ? ownUnknown : companions[file - 1].unknownDTypes;
        if (const auto name = content.unknownDTypes.find(i); name != content.unknownDTypes.end())
            unknown.emplace(static_cast<std::uint32_t>(tensors.size()), std::move(name->second));
        tensors.push_back(content.tensors[i]);
    }
    content.tensors = std::move(own);
    content.unknownDTypes = std::move(ownUnknown);
    return companions;
}

} // namespace loupe
