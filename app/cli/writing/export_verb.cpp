#include "app/cli/findings/finding_remarks.h"
#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "app/cli/writing/cast_check.h"
#include "app/cli/writing/salvaging.h"
#include "core/stored_bytes.h"
#include "core/text/text.h"
#include "saving/recipe/output.h"

#include <algorithm>
#include <span>

namespace loupe {

namespace {

/// The items of a file of the output.
std::span<const RecipeItem> itemsOf(const Output& output, std::size_t file)
{
    const std::span<const RecipeItem> all = output.recipe.items;
    return output.target.eachItsFile ? all.subspan(file, 1) : all;
}

void printJson(const Output& output, const std::vector<OutputFile>& files, const std::vector<Error>& unread,
    const std::optional<std::vector<LeftOutTensor>>& left, const Session& session)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.key("files");
    json.beginArray(JsonWriter::Layout::Lines);
    for (std::size_t i = 0; i < files.size(); ++i) {
        json.beginObject();
        json.member("path", std::string_view(files[i].path.native()));
        json.member("bytes", files[i].bytes.value_or(0));
        json.key("tensors");
        json.beginArray();
        for (const RecipeItem& item : itemsOf(output, i))
            json.value(std::string_view(item.name));
        json.endArray();
        json.endObject();
    }
    json.endArray();
    if (left)
        writeLeftOut(json, unread, *left);
    json.endObject();
    json.finish();
}

void printText(const Output& output, const std::vector<OutputFile>& files, const Session& session)
{
    std::string text;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto items = itemsOf(output, i);
        text += printable(files[i].path.native()) + ": ";
        text += items.size() == 1 ? formatName(items.front().name) : counted(items.size(), "tensor");
        text += ", " + exactBytes(files[i].bytes.value_or(0)) + '\n';
    }
    if (!output.recipe.leftOut.empty())
        text += "skipped: " + output.recipe.leftOut + '\n';
    for (const auto& path : output.hardLinked)
        text += printable(path.native()) + ": hard links to it keep the old content\n";
    session.print(text);
}

/// Remarks on tensors whose output dtype differs from that in the file.
void remarkOnDefaults(const ExportOptions& options, const EditCounts& counts, const Session& session)
{
    std::string names;
    std::uint64_t tensors = 0;
    for (std::size_t i = 0; i < counts.defaultCasts.size(); ++i) {
        if (counts.defaultCasts[i] == 0)
            continue;
        tensors += counts.defaultCasts[i];
        names += (names.empty() ? "" : ", ") + std::string(dtypeName(*options.edits.defaultCasts[i].from));
    }
    if (tensors > 0) {
        session.remark(counted(tensors, "tensor") + " of " + names
            + " written as F32 without loss, as NumPy has no such type (--raw-bits keeps the "
              "bits)");
    }
}

/// Remarks on void elements: with --raw-bits they are expected, but with --dtype they may not be.
void remarkOnVoidElements(const ExportOptions& options, const Recipe& recipe, const Session& session)
{
    std::uint64_t tensors = 0;
    for (const RecipeItem& item : recipe.items)
        tensors += std::ranges::count(options.edits.defaultCasts, std::optional(item.dtype), &CastRule::from) > 0;
    if (tensors > 0) {
        session.remark(counted(tensors, "tensor")
            + " written as void elements, since NumPy has no such type; .view() with a type of ml_dtypes reads them");
    }
}

Result<> refuseExisting(const Output& output)
{
    for (const OutputFile& file : output.files) {
        if (file.exists) {
            return fail(ErrorCode::Exists, "the file exists; use --force to overwrite", file.path.string());
        }
    }
    return {};
}

Result<std::vector<OutputFile>> write(const Output& output, const ExportOptions& options, const Session& session)
{
    const SaveOptions how{.existing = options.force ? Existing::Replace : Existing::Refuse, .verify = options.verify};
    ProgressBar bar(!options.common.quiet);
    const std::uint64_t bytes = workOf(output, how);
    const auto checked = checkOverflow(output.recipe.items, options.force, bytes, bar, session);
    if (!checked)
        return fail(checked.error());
    bar.beginStep(bytes);
    return writeOutput(output, how, session.work(&bar.progress()));
}

} // namespace

ExitStatus run(const ExportOptions& options, const Session& session)
{
    const auto opened = openFiltered(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [checkpoint, kept] = *opened;
    // Named tensors are exported even if others are unreadable.
    const auto unread =
        options.tensors.empty() ? checkUnread(*checkpoint, options.salvage, session) : std::vector<Error>();
    if (!unread)
        return session.reportAsAnswer(unread.error());
    const auto tensors = chooseTensors(*checkpoint, kept, options.tensors);
    if (!tensors) {
        const ExitStatus status = session.reportAsAnswer(tensors.error());
        return tensors.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
    }
    const bool one = !options.toFolder && !options.format.holdsSeveral();
    if (tensors->empty() || (one && tensors->size() != 1)) {
        session.reportAsAnswer({ErrorCode::InvalidArgument,
            "chosen are " + counted(tensors->size(), "tensor")
                + (one ? ", expected one for such a file; .npz or a folder takes any number"
                       : ", expected at least one"),
            options.output, {}});
        return ExitStatus::Usage;
    }
    if (const auto allowed = session.allowFetching(remoteBytes(*checkpoint, *tensors), checkpoint->path); !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    Recipe recipe;
    recipe.metadata = checkpoint->metadata;
    const bool bytes =
        options.common.stored && !options.format.isCheckpoint() && options.format.other == ExportFormat::Raw;
    const auto source = bytes ? storedBytesOf(checkpoint) : checkpoint;
    for (const std::uint32_t tensor : *tensors) {
        const Tensor& original = source->tensors[tensor];
        recipe.items.push_back({source, tensor, std::string(original.name), original.dtype});
    }
    const EditCounts counts = applyEdits(options.edits, recipe);
    remarkOnDefaults(options, counts, session);
    remarkOnVoidElements(options, recipe, session);
    const auto unreadNames = options.tensors.empty() ? unreadTensors(*checkpoint) : std::vector<LeftOutTensor>();
    addUnread(recipe, *unread, unreadNames);
    const auto left = checkIncomplete(recipe, unreadNames, options.salvage, session);
    if (!left)
        return session.reportAsAnswer(left.error());
    if (options.salvage && recipe.items.empty())
        return session.reportAsAnswer({ErrorCode::InvalidArgument, "no tensor is intact", options.path, {}});
    remarkOnWritten(*source, recipe, session);
    const auto output = planOutput(
        std::move(recipe), {.format = options.format, .path = options.output, .eachItsFile = options.toFolder});
    if (!output)
        return session.reportAsAnswer(output.error());
    if (auto free = options.force ? Result<>() : refuseExisting(*output); !free)
        return session.reportAsAnswer(free.error());
    for (const auto& index : output->otherIndexes)
        session.remark(index.string() + " lists a file that is replaced, so that model may stop loading");
    remarkOnNumbered(counts.numbered + output->numbered, session);
    const auto files = write(*output, options, session);
    if (!files)
        return session.reportAsAnswer(files.error());
    if (options.common.json)
        printJson(*output, *files, *unread, *left, session);
    else if (!options.common.quiet)
        printText(*output, *files, session);
    const bool isWhole = unread->empty() && (!*left || (*left)->empty());
    return isWhole ? ExitStatus::Done : ExitStatus::No;
}

} // namespace loupe
