#include "formats/shared/confined_source.h"

#include "core/remote/remote_files.h"
#include "formats/shared/confined_path.h"

namespace loupe {

bool isSameFile(const FileIdentity& a, const FileIdentity& b)
{
    return a.device == b.device && a.inode == b.inode;
}

Result<std::shared_ptr<const Source>> openConfined(const Source& named, const std::string& name, Source::Access access)
{
    if (confinedPath(name) != name)
        return fail(ErrorCode::InvalidArgument, "is not a path into the folder of the file that names it", name);
    const auto confined = confinedFile(named.path(), name);
    if (!confined)
        return fail(confined.error());
    const std::filesystem::path path = inFolder(named.path().parent_path(), name);
    auto opened = Source::open(path, access);
    if (!opened || (*opened)->isRemote())
        return opened;
    // Opening resolves the links again, which may lead elsewhere by then.
    const auto expected = identify(*confined);
    if (!expected)
        return fail(expected.error());
    if (!isSameFile((*opened)->identity(), *expected))
        return fail(ErrorCode::Changed, "became another file while it was opened: not followed", path.string());
    return opened;
}

} // namespace loupe
