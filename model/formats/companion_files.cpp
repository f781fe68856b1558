#include "formats/companion_files.h"

#include "formats/confined_path.h"

namespace loupe {

namespace {

Result<std::shared_ptr<const Source>> openCompanion(
    const Source& named, const std::string& name, const std::filesystem::path& path, Source::Access access)
{
    if (confinedPath(name) != name)
        return fail(ErrorCode::InvalidArgument, "is not a path into the folder of the file that names it", name);
    if (auto confined = checkConfined(named.path(), name); !confined)
        return fail(std::move(confined.error()));
    return Source::open(path, access);
}

} // namespace

std::vector<OpenedCompanion> openCompanions(FileContent& content, const Source& source, Source::Access access)
{
    std::vector<OpenedCompanion> companions;
    for (CompanionFile& file : content.companions) {
        const std::filesystem::path path = source.path().parent_path() / file.path;
        auto opened = openCompanion(source, file.path, path, access);
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
