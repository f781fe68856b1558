#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/text.h"
#include "saving/safe_names.h"
#include "saving/save.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;

struct ExportedFile {
    fs::path path;
    std::vector<RecipeItem> items;
    std::uint64_t bytes = 0;
};

class Exporting {
public:
    Exporting(const ExportOptions& options, const Session& session, std::shared_ptr<const Checkpoint> checkpoint,
        Recipe recipe)
        : m_options(options)
        , m_session(session)
        , m_checkpoint(std::move(checkpoint))
        , m_files(plan(options, std::move(recipe)))
    {
    }

    ExitStatus run()
    {
        if (auto checked = check(); !checked)
            return m_session.reportAsAnswer(checked.error());
        if (auto written = writeAll(); !written)
            return m_session.reportAsAnswer(written.error());
        if (m_options.common.json)
            printJson();
        else if (!m_options.common.quiet)
            printText();
        return ExitStatus::Done;
    }

private:
    /// One file for all, or in a folder one for each.
    static std::vector<ExportedFile> plan(const ExportOptions& options, Recipe recipe)
    {
        std::vector<ExportedFile> files;
        if (!options.toFolder) {
            files.push_back({options.output, std::move(recipe.items)});
            return files;
        }
        const std::string_view suffix =
            options.checkpoint ? options.checkpoint->suffixes.front() : exportSuffix(options.format);
        std::vector<std::string_view> names;
        for (const RecipeItem& item : recipe.items)
            names.push_back(item.name);
        const auto safe = safeFileNames(names);
        for (std::size_t i = 0; i < recipe.items.size(); ++i) {
            files.push_back({fs::path(options.output) / (safe[i] + std::string(suffix)), {std::move(recipe.items[i])}});
        }
        return files;
    }

    /// What can be known before the first file is written.
    Result<> check() const
    {
        for (const ExportedFile& file : m_files) {
            std::error_code ignored;
            if (!m_options.force && fs::exists(fs::symlink_status(file.path, ignored))) {
                return fail(ErrorCode::Exists, "there is such a file already, expected --force to replace it",
                    file.path.string());
            }
            for (const RecipeItem& item : file.items) {
                if (m_options.checkpoint)
                    continue;
                if (auto possible = checkExport(item, m_options.format); !possible)
                    return possible;
            }
        }
        return {};
    }

    Result<> writeAll()
    {
        ProgressBar bar(!m_options.common.quiet);
        std::uint64_t total = 0;
        for (const ExportedFile& file : m_files)
            total = saturatingAdd(total, sourceBytes(file));
        bar.expect(total);
        for (ExportedFile& file : m_files) {
            bar.beginStep(sourceBytes(file));
            const auto size = write(file, m_session.work(&bar.progress()));
            if (!size)
                return fail(size.error());
            file.bytes = *size;
        }
        return {};
    }

    static std::uint64_t sourceBytes(const ExportedFile& file)
    {
        std::uint64_t bytes = 0;
        for (const RecipeItem& item : file.items)
            bytes = saturatingAdd(bytes, item.original().bytes.size());
        return bytes;
    }

    Result<std::uint64_t> write(const ExportedFile& file, const Work& work) const
    {
        const Existing existing = m_options.force ? Existing::Replace : Existing::Refuse;
        if (!m_options.checkpoint)
            return exportTensors(file.items, m_options.format, file.path, existing, work);
        Recipe recipe{
            .format = m_options.checkpoint, .items = file.items, .metadata = m_checkpoint->metadata, .shardSize = 0};
        const auto plan = makePlan(recipe);
        if (!plan)
            return fail(plan.error());
        const SaveTarget target{.files = {file.path}, .index = std::nullopt};
        auto saved = save(recipe, *plan, target, {.existing = existing, .verify = true}, work);
        return saved ? Result<std::uint64_t>(plan->fileBytes) : fail(std::move(saved.error()));
    }

    void printJson() const
    {
        JsonWriter json = m_session.json();
        json.beginObject();
        json.key("files");
        json.beginArray(JsonWriter::Layout::Lines);
        for (const ExportedFile& file : m_files) {
            json.beginObject();
            json.member("path", std::string_view(file.path.native()));
            json.member("bytes", file.bytes);
            json.key("tensors");
            json.beginArray();
            for (const RecipeItem& item : file.items)
                json.value(std::string_view(item.name));
            json.endArray();
            json.endObject();
        }
        json.endArray();
        json.endObject();
        json.finish();
    }

    void printText() const
    {
        std::string text;
        for (const ExportedFile& file : m_files) {
            text += printable(file.path.native()) + ": ";
            text += file.items.size() == 1 ? printable(file.items.front().name) : counted(file.items.size(), "tensor");
            text += ", " + exactBytes(file.bytes) + '\n';
        }
        m_session.print(text);
    }

    const ExportOptions& m_options;
    const Session& m_session;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::vector<ExportedFile> m_files;
};

} // namespace

ExitStatus run(const ExportOptions& options, const Session& session)
{
    const auto opened = openFiltered(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [checkpoint, kept] = *opened;
    const auto tensors = chooseTensors(*checkpoint, kept, options.tensors);
    if (!tensors) {
        session.reportAsAnswer(tensors.error());
        return ExitStatus::Usage;
    }
    const bool one = !options.checkpoint && !options.toFolder && !holdsSeveral(options.format);
    if (tensors->empty() || (one && tensors->size() != 1)) {
        session.reportAsAnswer({ErrorCode::InvalidArgument,
            "chosen are " + counted(tensors->size(), "tensor")
                + (one ? ", expected one for such a file; .npz or a folder takes any number"
                       : ", expected at least one"),
            options.output, {}});
        return ExitStatus::Usage;
    }
    Recipe recipe;
    for (const std::uint32_t tensor : *tensors) {
        const Tensor& original = checkpoint->tensors[tensor];
        recipe.items.push_back({checkpoint, tensor, std::string(original.name), original.dtype});
    }
    applyEdits(options.edits, recipe);
    return Exporting(options, session, checkpoint, std::move(recipe)).run();
}

} // namespace loupe
