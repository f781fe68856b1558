#include "items/session/drag_files.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "saving/recipe/output.h"

#include <QTemporaryDir>

namespace loupe {

namespace {

struct Dragged {
    std::shared_ptr<QTemporaryDir> folder;
    QStringList paths;
};

tl::unexpected<Error> tooMuch(const std::string& found, const std::string& most)
{
    return fail(ErrorCode::TooLarge,
        "these are " + found + ", and at most " + most + " can be dragged; Export… writes any number of any size");
}

Result<Dragged> writeDragged(const RecipeMaker& makeRecipe, const Work& work)
{
    auto wanted = makeRecipe(work);
    if (!wanted)
        return fail(std::move(wanted.error()));
    Recipe& recipe = wanted->recipe;
    if (recipe.items.size() > DragFiles::mostFiles)
        return tooMuch(counted(recipe.items.size(), "tensor"), formatCount(DragFiles::mostFiles));
    Dragged dragged{.folder = std::make_shared<QTemporaryDir>(), .paths = {}};
    if (!dragged.folder->isValid())
        return fail(
            ErrorCode::Io, "cannot make a folder for what is dragged: " + dragged.folder->errorString().toStdString());
    const OutputFormat format{.checkpoint = nullptr, .other = ExportFormat::Npy};
    RecipeEdits edits;
    edits.defaultCasts = format.defaultCasts();
    applyEdits(edits, recipe);
    const auto output =
        planOutput(std::move(recipe), {.format = format, .path = toPath(dragged.folder->path()), .eachItsFile = true});
    if (!output)
        return fail(output.error());
    if (output->bytes() > DragFiles::mostBytes)
        return tooMuch(formatBytes(output->bytes()), formatBytes(DragFiles::mostBytes));
    const auto files = writeOutput(*output, {.verify = false}, work);
    if (!files)
        return fail(files.error());
    for (const OutputFile& file : *files)
        dragged.paths.append(toQString(file.path));
    return dragged;
}

} // namespace

DragFiles::DragFiles(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::progressed, this, &DragFiles::progressed);
}

DragFiles::~DragFiles() = default;

void DragFiles::prepare(RecipeMaker recipe)
{
    auto job = [recipe = std::move(recipe)](const Work& work) { return writeDragged(recipe, work); };
    m_job.start(std::move(job), [this](Result<Dragged> dragged) {
        if (!dragged) {
            emit failed(dragged.error());
            return;
        }
        m_folders.push_back(std::move(dragged->folder));
        emit ready(dragged->paths);
    });
}

} // namespace loupe
