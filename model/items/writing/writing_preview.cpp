#include "items/writing/writing_preview.h"

#include "core/checked_math.h"
#include "core/quantization.h"
#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/job_runner.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/remedy_text.h"
#include "items/language/tensor_text.h"
#include "items/session/source_files.h"
#include "items/writing/output_folder.h"
#include "saving/difference/difference_limits.h"
#include "saving/recipe/first_names.h"
#include "saving/recipe/shared_items.h"
#include "saving/writing/written_pieces.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <bitset>
#include <iterator>
#include <set>

namespace loupe {

namespace {

namespace fs = std::filesystem;

class WritingPreviewText {
    Q_DECLARE_TR_FUNCTIONS(loupe::WritingPreview)
};

QString inQuotes(std::string_view name)
{
    constexpr std::size_t longest = 200;
    return u'“' + shortQString(name, longest) + u'”';
}

/// A text about the errors. Precondition: there is at least one.
QString unreadText(const std::vector<Error>& unread)
{
    const QString first = toQString(describe(unread.front()));
    return unread.size() == 1
        ? first
        : WritingPreviewText::tr("%1, and %2 more").arg(first, toQString(formatCount(unread.size() - 1)));
}

class Previewing {
public:
    Previewing(const WritingRequest& request, const Work& work)
        : m_request(request)
        , m_work(work)
        , m_preview(std::make_unique<WritingPreview>())
    {
    }

    Result<std::unique_ptr<WritingPreview>> run()
    {
        auto wanted = m_request.recipe(m_work);
        if (!wanted)
            return withoutRecipe(std::move(wanted.error()));
        Recipe* const recipe = &wanted->recipe;
        const bool wasEmpty = recipe->items.empty() && !(m_request.keepsWhole && !wanted->unread.empty());
        std::vector<LeftOutTensor> broken;
        if (m_request.keepsWhole) {
            addUnread(*recipe, wanted->unread);
            auto kept = keepWhole(*recipe, m_work, m_request.readTensors.get());
            if (!kept)
                return withoutRecipe(std::move(kept.error()));
            broken = std::move(*kept);
        } else {
            lookForIncomplete(*wanted);
        }
        if (m_request.keepsFirst && !m_request.eachItsFile)
            keepFirstOfEachName(*recipe, [&](const RecipeItem& item) { return !isLeftOut(item); });
        lookAtShared(*recipe);
        m_preview->leftOut = leftOutOf(*recipe, m_request.keepsWhole ? wanted->unread : std::vector<Error>(), broken);
        if (m_preview->leftOut.isEmpty() && m_request.keepsWhole)
            m_preview->notes << WritingPreviewText::tr("All tensors are intact.");
        if (m_preview->leftOut.isEmpty())
            m_preview->leftOut = wanted->leftOut;
        lookAtSources(*recipe);
        lookAtQuantized(*wanted);
        edit(*recipe);
        if (recipe->items.empty() && !wasEmpty)
            m_preview->problems.push_back({.text = WritingPreviewText::tr("No tensors left to write.")});
        lookAtDTypes(*recipe);
        lookAtDifferences(*recipe);
        lookAtNames(*recipe);
        lookAtTarget(recipe->items.size());
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        m_preview->remarks << wanted->remarks;
        m_preview->notes << wanted->notes;
        if (m_preview->problems.empty())
            plan(std::move(*recipe));
        if (m_preview->output)
            lookAtConfig(*wanted);
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        return std::move(m_preview);
    }

private:
    bool isLeftOut(const RecipeItem& item) const { return m_request.leftOut[static_cast<std::size_t>(item.dtype)]; }

    /// Returns an error instead of a preview for a reason that may be temporary.
    Result<std::unique_ptr<WritingPreview>> withoutRecipe(Error error)
    {
        if (error.code == ErrorCode::Stopped || error.code == ErrorCode::OutOfMemory)
            return fail(std::move(error));
        addProblem(error);
        return std::move(m_preview);
    }

    /// Incomplete tensors are a problem because a copy without them would look complete.
    void lookForIncomplete(const WantedTensors& wanted)
    {
        if (!wanted.unread.empty() && wanted.wantsAll)
            addIncomplete(wanted, unreadText(wanted.unread) + u'.', wanted.unread.size());
        else if (!wanted.unread.empty())
            m_preview->remarks << WritingPreviewText::tr(
                "The selection may lack tensors, as part of the model could not be read: %1")
                                      .arg(unreadText(wanted.unread));
        const IncompleteItems incomplete = incompleteItems(wanted.recipe);
        if (incomplete.count > 0) {
            addIncomplete(wanted,
                WritingPreviewText::tr(
                    "%1 tensor(s) are incomplete; the first is %2 (%3).", nullptr, pluralOf(incomplete.count))
                    .arg(groupedCount(incomplete.count), inQuotes(incomplete.first->name),
                        missingBytesText(incomplete.missing)),
                incomplete.count);
        }
    }

    /// Prevents replacing a source file with incomplete tensors, as their remaining data would be lost.
    void addIncomplete(const WantedTensors& wanted, const QString& text, quint64 count)
    {
        using enum WritingProblem::Fix;
        m_lacksParts = true;
        const fs::path target = toPath(m_request.path);
        const bool mayKeep = !SourceFiles(wanted).has(target);
        const QString elsewhere =
            WritingPreviewText::tr("%1 %2 is a source file: write the intact tensors to another file.");
        m_preview->problems.push_back({.text = mayKeep ? text : elsewhere.arg(text, toQString(target.filename())),
            .fix = mayKeep ? KeepWhole : None,
            .tensors = count});
    }

    void lookAtShared(Recipe& recipe)
    {
        const auto shared = sharedItems(recipe);
        m_preview->sharedTensors = static_cast<quint64>(std::ranges::count_if(shared, &SharedItem::isContained));
        if (m_request.dropsShared)
            dropShared(recipe);
        else if (!shared.empty())
            m_preview->remarks << toQString(sharedItemsText(recipe, shared)) + u'.';
    }

    void addProblem(const Error& error)
    {
        const QString text = toQString(describe(error));
        const QString remedy = remedyText(error.remedy);
        m_preview->problems.push_back({.text = remedy.isEmpty() ? text : text + QStringLiteral(". ") + remedy});
    }

    void lookAtSources(const Recipe& recipe)
    {
        std::array<WritingPreview::Share, dtypeCount> shares{};
        std::array<std::bitset<dtypeCount>, dtypeCount> originals{};
        std::set<const Checkpoint*> invalid;
        for (const RecipeItem& item : recipe.items) {
            WritingPreview::Share& share = shares[static_cast<std::size_t>(item.dtype)];
            ++share.tensors;
            share.bytes = saturatingAdd(share.bytes, writtenBytes(item));
            if (!item.isDifference())
                originals[static_cast<std::size_t>(item.dtype)].set(static_cast<std::size_t>(item.original().dtype));
            if (item.source->findings.hasErrors() && !m_request.keepsWhole && !m_lacksParts)
                invalid.insert(item.source.get());
        }
        for (std::size_t i = 0; i < dtypeCount; ++i) {
            if (shares[i].tensors == 0)
                continue;
            shares[i].dtype = static_cast<DType>(i);
            for (std::size_t original = 0; original < dtypeCount; ++original) {
                if (originals[i].test(original))
                    shares[i].originals.push_back(static_cast<DType>(original));
            }
            m_preview->dtypes.push_back(std::move(shares[i]));
        }
        for (const Checkpoint* const checkpoint : invalid) {
            m_preview->remarks << WritingPreviewText::tr(
                "%1 has errors; the tensors that it lists are copied unchanged.")
                                      .arg(toQString(checkpoint->path.filename()));
        }
    }

    /// Warns of configs: loaders that find the source's config next to the output would dequantize it again.
    void lookAtQuantized(const WantedTensors& wanted)
    {
        std::uint64_t quantized = 0;
        std::uint64_t companions = 0;
        std::set<std::string_view> configs;
        for (const RecipeItem& item : wanted.recipe.items) {
            if (item.isDifference() || !isQuantized(item.original()))
                continue;
            ++quantized;
            const auto* const groups = item.source->quantized.get();
            const auto* const group = groups ? groups->of(item.tensor) : nullptr;
            companions += group ? group->parts.size() - 1 : 0;
            if (group && !groups->evidence.empty())
                configs.insert(groups->evidence);
        }
        if (quantized > 0)
            m_preview->remarks << WritingPreviewText::tr(
                "%1 quantized tensor(s) are dequantized, which takes more space.", nullptr, pluralOf(quantized))
                                      .arg(groupedCount(quantized));
        if (companions > 0)
            m_preview->remarks << WritingPreviewText::tr(
                "%1 companion tensor(s), such as scales, are not written.", nullptr, pluralOf(companions))
                                      .arg(groupedCount(companions));
        if (wanted.extras.tensors > 0)
            m_preview->remarks << WritingPreviewText::tr(
                "%1 scale(s) of activations and caches are not written.", nullptr, pluralOf(wanted.extras.tensors))
                                      .arg(groupedCount(wanted.extras.tensors));
        if (wanted.extras.description == RemovedExtras::Description::Cut)
            m_preview->remarks << WritingPreviewText::tr(
                "The metadata key _quantization_metadata will list only the weights that stay quantized.");
        if (wanted.extras.description == RemovedExtras::Description::Whole)
            m_preview->remarks << WritingPreviewText::tr("The metadata key _quantization_metadata is not written.");
        for (const std::string_view config : configs)
            m_preview->remarks << WritingPreviewText::tr(
                "The output is no longer quantized: remove the quantization settings from a copy of %1.")
                                      .arg(toQString(printable(config)));
        if (wanted.undecoded > 0)
            m_preview->remarks << WritingPreviewText::tr(
                "%1 quantized weight(s) cannot be decoded and are copied as stored.", nullptr,
                pluralOf(wanted.undecoded))
                                      .arg(groupedCount(wanted.undecoded));
    }

    void edit(Recipe& recipe)
    {
        std::erase_if(recipe.items, [&](const RecipeItem& item) { return isLeftOut(item); });
        m_preview->staged.reserve(recipe.items.size());
        for (const RecipeItem& item : recipe.items)
            m_preview->staged.push_back(item.dtype);
        RecipeEdits edits;
        edits.casts = m_request.casts;
        edits.defaultCasts = m_request.format.defaultCasts();
        lookAtDefaults(edits, applyEdits(edits, recipe));
        recipe.shardSize = m_request.format.isCheckpoint() ? m_request.shardSize : 0;
        recipe.keepShards = m_request.format.isCheckpoint() && m_request.keepShards;
        std::uint64_t becomeFloats = 0;
        for (std::size_t i = 0; i < recipe.items.size(); ++i) {
            const RecipeItem& item = recipe.items[i];
            if (item.isCast())
                m_preview->casts.insert({item.original().dtype, m_preview->staged[i], item.dtype});
            const DTypeKind kind = info(item.original().dtype).kind;
            const bool wasNumber = kind != DTypeKind::Float && kind != DTypeKind::Opaque;
            becomeFloats += item.isCast() && wasNumber && info(item.dtype).kind == DTypeKind::Float;
        }
        if (becomeFloats > 0)
            m_preview->remarks << WritingPreviewText::tr(
                "%1 tensor(s) of integers or booleans become floats.", nullptr, pluralOf(becomeFloats))
                                      .arg(groupedCount(becomeFloats));
    }

    void lookAtDefaults(const RecipeEdits& edits, const EditCounts& counts)
    {
        QStringList names;
        for (std::size_t i = 0; i < counts.defaultCasts.size(); ++i) {
            if (counts.defaultCasts[i] > 0)
                names << toQString(dtypeName(*edits.defaultCasts[i].from));
        }
        if (!names.isEmpty())
            m_preview->notes << WritingPreviewText::tr(
                "NumPy has no %1. These tensors are written as F32, which keeps every value.")
                                    .arg(names.join(QStringLiteral(", ")));
    }

    /// Lists all dtypes that the format does not support, each with its fix.
    void lookAtDTypes(const Recipe& recipe)
    {
        struct Unfit {
            quint64 tensors = 0;
            const RecipeItem* first = nullptr;
        };
        std::array<Unfit, dtypeCount> unfit{};
        for (const RecipeItem& item : recipe.items) {
            if (m_request.format.holds(item.dtype))
                continue;
            Unfit& one = unfit[static_cast<std::size_t>(item.dtype)];
            if (one.tensors++ == 0)
                one.first = &item;
        }
        for (std::size_t i = 0; i < dtypeCount; ++i) {
            if (!unfit[i].first)
                continue;
            const RecipeItem& first = *unfit[i].first;
            const std::string dtype(first.isCopy() ? first.source->dtypeName(first.tensor) : dtypeName(first.dtype));
            WritingProblem problem;
            problem.text = WritingPreviewText::tr(
                "%1 files cannot hold %2 (%3 tensor(s), the first is %4).", nullptr, pluralOf(unfit[i].tensors))
                               .arg(toQString(m_request.format.id()), toQString(dtype), groupedCount(unfit[i].tensors),
                                   inQuotes(first.name));
            problem.tensors = unfit[i].tensors;
            problem.dtype = first.dtype;
            const auto nearest = m_request.format.nearestCast(problem.dtype);
            problem.fix = nearest ? WritingProblem::Fix::Cast : WritingProblem::Fix::LeaveOut;
            problem.to = nearest.value_or(DType::Opaque);
            m_preview->problems.push_back(std::move(problem));
        }
    }

    /// Does not read values, but uses the largest difference if a comparison has found it.
    void lookAtDifferences(const Recipe& recipe)
    {
        quint64 tensors = 0;
        const RecipeItem* first = nullptr;
        for (const RecipeItem& item : recipe.items) {
            if (!item.largest || !mayExceed(item))
                continue;
            first = first ? first : &item;
            ++tensors;
        }
        if (first) {
            m_preview->remarks << WritingPreviewText::tr(
                "%1 tensor(s) may have differences beyond the range of %2; the first is %3. They are written as the "
                "smallest or largest number of that dtype, or as infinity.",
                nullptr, pluralOf(tensors))
                                      .arg(groupedCount(tensors), toQString(dtypeName(first->dtype)),
                                          inQuotes(first->name));
        }
    }

    void lookAtNames(const Recipe& recipe)
    {
        if (m_request.eachItsFile || m_request.keepsFirst)
            return;
        const auto repeated = repeatedNames(recipe);
        if (repeated.empty())
            return;
        const bool merges = std::ranges::any_of(
            recipe.items, [&](const RecipeItem& item) { return item.source != recipe.items.front().source; });
        const int plural = pluralOf(repeated.size());
        const QString text = merges
            ? WritingPreviewText::tr(
                "%1 tensor(s) have the name of an earlier one; the first is %2. The earlier one is "
                "from the checkpoint further up in the list.",
                nullptr, plural)
            : WritingPreviewText::tr(
                "%1 tensor(s) have the name of an earlier one in the file; the first is %2.", nullptr, plural);
        m_preview->problems.push_back(
            {.text = text.arg(groupedCount(repeated.size()), inQuotes(recipe.items[repeated.front()].name)),
                .fix = WritingProblem::Fix::KeepFirst,
                .tensors = repeated.size()});
    }

    void lookAtTarget(std::size_t tensors)
    {
        OutputFolder folder = outputFolderOf(m_request);
        std::ranges::move(folder.problems, std::back_inserter(m_preview->problems));
        m_preview->newFolder = std::move(folder.newFolder);
        m_preview->freeBytes = folder.freeBytes;
        if (!m_request.eachItsFile && !m_request.format.holdsSeveral() && tensors > 1)
            m_preview->problems.push_back(
                {.text = WritingPreviewText::tr("%1 files hold one tensor. Write one file per tensor, or choose npz.")
                             .arg(toQString(m_request.format.id()))});
    }

    void plan(Recipe recipe)
    {
        auto output = planOutput(std::move(recipe),
            {.format = m_request.format, .path = toPath(m_request.path), .eachItsFile = m_request.eachItsFile}, m_work);
        if (!output) {
            addProblem(output.error());
            return;
        }
        m_preview->output = std::move(*output);
        for (const RecipeItem& item : m_preview->output->recipe.items)
            m_preview->remoteBytes = saturatingAdd(m_preview->remoteBytes, remoteBytes(item));
        // Remarks about replaced files come first.
        QStringList replacing;
        const auto& leftBehind = m_preview->output->leftBehind;
        if (!leftBehind.empty()) {
            replacing += WritingPreviewText::tr("These files stay on disk but are no longer part of the model: %1.")
                             .arg(fileNamesText(leftBehind));
        }
        const auto& others = m_preview->output->otherIndexes;
        if (!others.empty()) {
            replacing += WritingPreviewText::tr("Other models also use the replaced files and may stop loading: %1.")
                             .arg(fileNamesText(others));
        }
        const auto& linked = m_preview->output->hardLinked;
        if (!linked.empty()) {
            replacing += WritingPreviewText::tr("Hard links to the replaced files keep the old content: %1.")
                             .arg(fileNamesText(linked));
        }
        m_preview->remarks = replacing + m_preview->remarks;
        if (m_preview->output->isHeaderOnly()) {
            m_preview->reassurance =
                WritingPreviewText::tr("Only the header is rewritten, in place; the values are not touched.");
            return;
        }
        // Replaced files stay until everything is written, so their space does not count.
        const quint64 needed = m_preview->output->bytes();
        if (m_preview->freeBytes && needed > *m_preview->freeBytes) {
            m_preview->problems.push_back(
                {.text = WritingPreviewText::tr("Not enough disk space: %1 needed, %2 free.")
                             .arg(toQString(formatBytes(needed)), toQString(formatBytes(*m_preview->freeBytes)))});
        }
    }

    void lookAtConfig(const WantedTensors& wanted)
    {
        if (wanted.adapterConfig.empty())
            return;
        const fs::path& path = m_preview->output->files.back().path;
        m_preview->config = ConfigBeside(wanted.adapterConfig, path, wanted.adapter);
        m_preview->replacesConfig = m_preview->config.exists();
        if (auto possible = m_preview->config.check(Existing::Replace); !possible)
            addProblem(possible.error());
        const std::string stem(adapterStem(AdapterSpelling::Peft));
        if (!path.filename().native().starts_with(stem)) {
            m_preview->remarks << WritingPreviewText::tr("PEFT looks for a file that is named %1.")
                                      .arg(toQString(stem + std::string(m_request.format.suffix())));
        }
    }

    const WritingRequest& m_request;
    const Work& m_work;
    std::unique_ptr<WritingPreview> m_preview;
    bool m_lacksParts = false; ///< some of the requested tensors are incomplete or could not be read
};

void releaseInJob(const WritingPreview* preview)
{
    if (QCoreApplication::instance())
        jobPool().start([preview] { delete preview; });
    else
        delete preview; // the application has ended, and so have its jobs
}

} // namespace

QString fileNamesText(const std::vector<fs::path>& files)
{
    constexpr std::size_t shown = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(files.size(), shown); ++i)
        names << toQString(printable(files[i].filename().native()));
    const QString text = names.join(QStringLiteral(", "));
    return files.size() <= shown
        ? text
        : WritingPreviewText::tr("%1 and %2 more").arg(text, toQString(formatCount(files.size() - shown)));
}

Result<WritingPreviewPtr> previewOf(const WritingRequest& request, const Work& work)
{
    auto preview = Previewing(request, work).run();
    if (!preview)
        return fail(std::move(preview.error()));
    return WritingPreviewPtr(preview->release(), releaseInJob);
}

} // namespace loupe
