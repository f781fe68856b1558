#include "items/writing/writing_job.h"

#include "items/jobs/qt_text.h"
#include "saving/casting/cast_overflow.h"
#include "saving/recipe/places.h"

#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

namespace loupe {

namespace {

/// The costs of the casts of `preview`, except the known ones.
Result<CastCosts> weighCasts(const WritingPreview& preview, const std::set<CastKind>& known, const Work& work)
{
    std::vector<RecipeItem> items;
    std::vector<CastKind> kinds;
    const std::vector<RecipeItem>& all = preview.output->recipe.items;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const CastKind kind{all[i].original().dtype, preview.staged[i], all[i].dtype};
        if (!all[i].isCast() || known.contains(kind))
            continue;
        items.push_back(all[i]);
        kinds.push_back(kind);
    }
    const auto each = castCosts(items, work);
    if (!each)
        return fail(each.error());
    if (auto unchanged = checkSources(preview.output->recipe); !unchanged)
        return fail(std::move(unchanged.error()));
    CastCosts sums;
    for (std::size_t i = 0; i < items.size(); ++i)
        sums[kinds[i]].merge(*(*each)[i]);
    return sums;
}

/// Checks that casts do not lose more values than is allowed without a request.
Result<> checkCasts(const Output& output, const Work& work)
{
    if (overflowWork(output.recipe.items) == 0)
        return {};
    const auto costs = overflowCosts(output.recipe.items, work);
    return costs ? checkOverflow(overflowReport(output.recipe.items, *costs)) : fail(costs.error());
}

Result<WrittenOutput> carryOut(const WritingPreview& preview, bool verify, bool overflows, const Work& work)
{
    const Output& output = *preview.output;
    if (auto allowed = overflows ? Result<>() : checkCasts(output, Work{.stop = work.stop}); !allowed)
        return fail(std::move(allowed.error()));
    const SaveOptions options{
        .existing = output.existing() > 0 ? Existing::Replace : Existing::Refuse, .verify = verify};
    // Files that were created since the preview must not be replaced, as it did not mention them.
    for (const OutputFile& file : output.files) {
        if (!file.exists && isFileThere(file.path))
            return fail(ErrorCode::Exists, "there is such a file by now", file.path.string());
    }
    if (!preview.replacesConfig && preview.config.exists())
        return fail(ErrorCode::Exists, "there is such a file by now", preview.config.path().string());
    const auto files = writeOutput(output, options, work);
    if (!files)
        return fail(files.error());
    const auto config = preview.config.write(preview.replacesConfig ? Existing::Replace : Existing::Refuse);
    if (!config) {
        Error error = config.error();
        error.message = "the adapter is written, but not its configuration: " + error.message;
        return fail(std::move(error));
    }
    const auto& shown = output.target.eachItsFile ? output.target.path : files->back().path;
    return WrittenOutput{toQString(shown), files->size(), files->size() == 1 && files->front().headerBytes};
}

} // namespace

WritingJob::WritingJob(QObject* parent)
    : QObject(parent)
{
    connect(&m_previewing, &JobRunner::progressed, this, &WritingJob::previewProgressed);
    connect(&m_weighing, &JobRunner::progressed, this, &WritingJob::weighingProgressed);
    connect(&m_weighing, &JobRunner::runningChanged, this, &WritingJob::weighingChanged);
    connect(&m_writing, &JobRunner::runningChanged, this, &WritingJob::writingChanged);
    connect(&m_writing, &JobRunner::progressed, this, &WritingJob::writingProgressed);
}

WritingJob::~WritingJob() = default;

void WritingJob::preview(WritingRequest request)
{
    m_current.reset();
    m_weighing.stop();
    request.readTensors = m_readTensors;
    auto job = [request = std::move(request)](const Work& work) { return previewOf(request, work); };
    m_previewing.start(std::move(job), [this](Result<WritingPreviewPtr> preview) {
        if (!preview) {
            emit previewFailed(preview.error());
            return;
        }
        m_current = std::move(*preview);
        emit previewed();
    });
}

void WritingJob::forget()
{
    m_current.reset();
    m_previewing.stop();
    m_weighing.stop();
}

bool WritingJob::hasUnknownCosts() const
{
    if (!m_current || !m_current->output)
        return false;
    for (const auto& cast : m_current->casts) {
        if (!m_costs.contains(cast))
            return true;
    }
    return false;
}

void WritingJob::forgetCosts()
{
    m_weighing.stop();
    m_costs.clear();
}

void WritingJob::weigh()
{
    if (!hasUnknownCosts()) {
        m_weighing.stop();
        return;
    }
    std::set<CastKind> known;
    for (const auto& [cast, cost] : m_costs)
        known.insert(cast);
    auto job = [preview = m_current, known = std::move(known)](
                   const Work& work) { return weighCasts(*preview, known, work); };
    m_weighing.start(std::move(job), [this](Result<CastCosts> costs) {
        if (!costs) {
            emit weighingFailed(costs.error());
            return;
        }
        m_costs.merge(*costs);
        emit weighed();
    });
}

void WritingJob::write(bool verify, bool overflows)
{
    auto job = [preview = m_current, verify, overflows](
                   const Work& work) { return carryOut(*preview, verify, overflows, work); };
    m_writing.start(std::move(job), [this](Result<WrittenOutput> output) {
        if (output)
            emit written(*output);
        else
            emit failed(output.error());
    });
}

} // namespace loupe
