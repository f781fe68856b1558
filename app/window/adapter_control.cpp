#include "app/window/adapter_control.h"

#include "items/jobs/qt_text.h"
#include "saving/recipe/output_format.h"
#include "views/adapters/extract_adapter_choice.h"
#include "views/adapters/merge_adapter_choice.h"
#include "views/adapters/rewrite_adapter_choice.h"
#include "views/kit/plain_text.h"
#include "views/writing/write_dialog.h"

#include <vector>

namespace loupe {

namespace {

std::vector<OutputFormat> formatsOfModels()
{
    auto formats = allOutputFormats();
    std::erase_if(formats, [](const OutputFormat& format) { return !format.isCheckpoint(); });
    return formats;
}

QString modelName(const Checkpoint& checkpoint)
{
    const auto& path = checkpoint.path;
    return shownText(toQString((path.has_filename() ? path : path.parent_path()).filename()));
}

} // namespace

AdapterControl::AdapterControl(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
}

void AdapterControl::write(const AdapterReportPtr& report, AdapterWriting what)
{
    const QString source = modelName(*report->adapter->checkpoint);
    WriteTask task{.title = {}, .source = source, .recipe = {}, .choices = {.formats = formatsOfModels(), .path = {}}};
    if (what == AdapterWriting::Merge) {
        task.title = tr("Merge LoRA");
        return show(std::move(task), new MergeAdapterChoice(report));
    }
    const bool resizes = what == AdapterWriting::Resize;
    task.title = resizes ? tr("Resize LoRA") : tr("Convert LoRA names");
    using Aim = RewriteAdapterChoice::Aim;
    show(std::move(task), new RewriteAdapterChoice(report, resizes ? Aim::Resize : Aim::Rename));
}

void AdapterControl::extract(std::shared_ptr<const Checkpoint> base, std::shared_ptr<const Checkpoint> tuned)
{
    WriteTask task{.title = tr("Extract LoRA"),
        .source = tr("%1 and %2", "base, tuned model").arg(modelName(*base), modelName(*tuned)),
        .recipe = {},
        .choices = {.formats = formatsOfModels(), .path = {}}};
    show(std::move(task), new ExtractAdapterChoice(std::move(base), std::move(tuned)));
}

void AdapterControl::show(WriteTask task, RecipeChoice* choice)
{
    task.choices.path = choice->path();
    auto* const dialog = new WriteDialog(std::move(task), choice, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &WriteDialog::openWanted, this, &AdapterControl::openWanted);
    connect(dialog, &WriteDialog::written, this, &AdapterControl::written);
    dialog->show();
}

} // namespace loupe
