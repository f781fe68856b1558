#include "items/writing/output_folder.h"

#include "items/jobs/qt_text.h"
#include "saving/writing/new_folder.h"

#include <QCoreApplication>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

class OutputFolderText {
    Q_DECLARE_TR_FUNCTIONS(loupe::OutputFolder)
};

/// Whether the nearest existing ancestor of `path` is a folder, so that folders can be created below it.
bool canBeCreated(fs::path path)
{
    std::error_code ignored;
    while (!fs::exists(path, ignored) && path.has_relative_path())
        path = path.parent_path();
    return fs::is_directory(path, ignored);
}

} // namespace

OutputFolder outputFolderOf(const WritingRequest& request)
{
    const auto refused = [](WritingProblem problem) { return OutputFolder{.problems = {std::move(problem)}}; };
    const fs::path path = toPath(request.path);
    if (path.empty() || !path.is_absolute())
        return refused({.text = OutputFolderText::tr("Choose where to write.")});
    std::error_code ignored;
    OutputFolder result;
    // The folder of separate files is created with them, so that its parent would be a second level.
    if (!request.eachItsFile && path.has_filename())
        result.newFolder = newFolderOf(path);
    const fs::path target = path.has_filename() ? path.parent_path() : path.parent_path().parent_path();
    const fs::path folder = result.newFolder ? target.parent_path() : target;
    if (!fs::is_directory(folder, ignored)) {
        return refused({.text = OutputFolderText::tr("Folder %1 does not exist.").arg(toQString(folder)),
            .fix = canBeCreated(folder) ? WritingProblem::Fix::CreateFolder : WritingProblem::Fix::None,
            .folder = toQString(folder)});
    }
    const bool isFolder = fs::is_directory(path, ignored);
    if (!request.eachItsFile && (isFolder || !path.has_filename()))
        return refused({.text = OutputFolderText::tr("%1 is a folder. Enter the name of a file.").arg(request.path)});
    if (request.eachItsFile && !isFolder && fs::exists(path, ignored))
        return refused({.text = OutputFolderText::tr("%1 is a file, not a folder.").arg(request.path)});
    const fs::path& written = request.eachItsFile && isFolder ? path : folder;
    if (::access(written.c_str(), W_OK) != 0)
        result.problems.push_back({.text = OutputFolderText::tr("Folder %1 is not writable.").arg(toQString(written))});
    const auto space = fs::space(folder, ignored);
    if (!ignored)
        result.freeBytes = space.available;
    return result;
}

} // namespace loupe
