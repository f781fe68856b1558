#include "formats/opening/companion_files.h"

#include "formats/shared/confined_path.h"

namespace loupe {

namespace {

Result<std::shared_ptr<const Source>> openCompanion(
    const Source& named, const std::string& name, const std::filesystem::path& path, Source::Access access)
{
    if (confinedPath(name) != name)
        return fail(ErrorCode::InvalidArgument, "is not a path into the folder of the file that names it", name);
    const auto confined = confinedFile(named.path(), name);
    if (!confined)
        return fail(confined.error());
    auto opened = Source::open(path, access);
    if (!opened)
        return opened;
    // Opening resolves the links again, and they may lead elsewhere by now.
    const auto expected = identify(*confined);
    if (!expected)
        return fail(expected.error());
    if (!isSameFile((*opened)->identity(), *expected))
        return fail(ErrorCode::Changed, "became another file while it was opened: not followed", path.string());
    return opened;
}

} // namespace

bool isSameFile(const FileIdentity& a, const FileIdentity& b)
{
    return a.device == b.device && a.inode == b.inode;
}

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
