#include "app/cli/writing/conversion_run.h"

#include "app/cli/progress_bar.h"
#include "app/cli/writing/cast_check.h"
#include "app/cli/writing/convert_output.h"
#include "core/checked_math.h"
#include "core/text/text.h"
#include "saving/in_place/header_rewrite.h"
#include "saving/resuming/finished_save.h"
#include "saving/writing/left_behind.h"
#include "saving/writing/target_check.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view overwriteHint = "; use --force to overwrite";

void remarkOnOtherIndexes(const Conversion& conversion, const Session& session)
{
    for (const fs::path& index : conversion.otherIndexes) {
        session.remark(index.string() + " lists a file that is replaced, so that model may stop loading");
    }
}

/// The output path: for a folder, "model" with the format's suffix in that folder.
fs::path outputPath(const ConvertOptions& options)
{
    fs::path path = options.output;
    std::error_code ignored;
    if (path.has_filename() && !fs::is_directory(path, ignored))
        return path;
    return path / ("model" + std::string(options.format->suffixes.front()));
}

class Converting {
public:
    Converting(
        const ConvertOptions& options, const Session& session, Recipe recipe, Plan plan, ConversionRemarks remarks)
        : m_options(options)
        , m_session(session)
        , m_recipe(std::move(recipe))
        , m_plan(std::move(plan))
        , m_conversion{.recipe = m_recipe,
              .plan = m_plan,
              .target = saveTarget(outputPath(options), m_plan, *m_recipe.format),
              .replaced = {},
              .leftBehind = {},
              .otherIndexes = {},
              .hardLinked = {},
              .refused = {},
              .costs = {},
              .overflow = 0,
              .unread = std::move(remarks.unread),
              .left = std::move(remarks.left),
              .members = std::move(remarks.members)}
    {
        m_conversion.replaced = existingFiles(m_conversion.target);
        m_conversion.leftBehind = shardsLeftBehind(m_conversion.target, session.work());
        // Output describes the file after the rewrite.
        if (m_options.inPlace && !m_conversion.target.index && m_conversion.target.files.size() == 1
            && (m_options.force || m_options.dryRun)) {
            m_rewrite = planHeaderRewrite(m_recipe, m_conversion.target.files.front());
            m_conversion.inPlace = m_rewrite.has_value();
            m_conversion.unchanged = m_rewrite && !changesHeader(m_recipe, *m_rewrite);
        }
        m_conversion.refused = check();
        m_conversion.otherIndexes = otherIndexes(m_recipe, m_conversion.target, session.work());
        if (!m_conversion.inPlace)
            m_conversion.hardLinked = hardLinked(m_conversion.target.files);
    }

    ExitStatus run()
    {
        const auto finished = findFinished();
        if (!finished)
            return m_session.reportAsAnswer(finished.error());
        if (m_conversion.refused && !m_options.dryRun)
            return m_session.reportAsAnswer(*m_conversion.refused);
        auto done = *finished ? Result<>() : m_options.dryRun ? weigh() : write();
        if (!done)
            return m_session.reportAsAnswer(done.error());
        if (m_conversion.inPlace && m_rewrite) {
            m_plan.fileBytes = m_rewrite->size;
            m_plan.files.front() = std::move(*m_rewrite);
        }
        if (m_options.dryRun)
            remarkOnOtherIndexes(m_conversion, m_session);
        if (m_options.common.json)
            printConversionJson(m_conversion, m_session);
        else if (!m_options.common.quiet)
            printConversionText(m_conversion, m_session);
        return m_conversion.refused ? m_session.report(*m_conversion.refused) : ExitStatus::Done;
    }

private:
    /// The reason why writing would fail; also used in dry runs.
    std::optional<Error> check()
    {
        const Existing existing = m_options.force ? Existing::Replace : Existing::Refuse;
        std::optional<Error> notInPlace;
        if (m_rewrite && m_options.force) {
            notInPlace = whyNotInPlace(m_recipe, *m_rewrite, m_conversion.target.files.front());
            if (!notInPlace || isForSaving(*notInPlace)) {
                const auto own = checkOwnFiles(m_recipe, m_conversion.target);
                return own ? std::nullopt : std::optional(own.error());
            }
            m_rewrite.reset();
            m_conversion.inPlace = false;
            m_conversion.unchanged = false;
        }
        const auto possible = checkTarget(m_recipe, m_plan, m_conversion.target, existing);
        if (possible)
            return std::nullopt;
        Error error = possible.error();
        if (isForSaving(error))
            return std::nullopt;
        if (error.code == ErrorCode::Exists && isOfInterrupted())
            return std::nullopt;
        if (error.code == ErrorCode::Exists)
            error.message += overwriteHint;
        return notInPlace ? neitherWay(*notInPlace, std::move(error)) : error;
    }

    /// save() checks the free space itself, after removing leftovers of killed processes.
    bool isForSaving(const Error& error) const { return error.code == ErrorCode::NoSpace && !m_options.dryRun; }

    /// The existing files may be output of an interrupted conversion; save() finds out.
    bool isOfInterrupted() const
    {
        return m_options.resume && !m_options.dryRun && keptBytes(m_conversion.target).has_value();
    }

    Result<> write()
    {
        remarkOnOtherIndexes(m_conversion, m_session);
        ProgressBar bar(!m_options.common.quiet);
        const SaveOptions how{.existing = m_options.force ? Existing::Replace : Existing::Refuse,
            .verify = m_options.verify,
            .inPlace = m_options.inPlace,
            .resumption = Resumption{.goesOn = m_options.resume,
                .version = LOUPE_VERSION,
                .options = m_options.recorded,
                .found = [&](auto bytes) { bar.without([&] { remarkOnFound(bytes); }); }}};
        remarkOnRemoved();
        const std::uint64_t bytes = m_plan.tensorBytes * (how.verify ? 2 : 1);
        const auto checked = checkOverflow(m_recipe.items, m_options.force, bytes, bar, m_session);
        if (!checked)
            return fail(checked.error());
        m_conversion.overflow = checked->values;
        bar.beginStep(bytes);
        auto saved = save(m_recipe, m_plan, m_conversion.target, how, m_session.work(&bar.progress()));
        if (!saved)
            return fail(withKept(std::move(saved.error())));
        if (!m_options.force)
            m_conversion.replaced.clear(); // the existing files were written by this conversion
        m_conversion.inPlace = saved->inPlace;
        m_conversion.unchanged &= saved->inPlace;
        m_conversion.target = std::move(*saved);
        m_conversion.written = true;
        m_conversion.verified = how.verify;
        return {};
    }

    /// With --resume: says what an interrupted conversion has left.
    void remarkOnFound(std::optional<std::uint64_t> bytes) const
    {
        if (bytes)
            m_session.remark("continuing with " + formatBytes(*bytes) + " written by an interrupted conversion");
        else
            m_session.remark("nothing to resume: starting from the beginning");
    }

    /// Without --resume: says what was removed.
    void remarkOnRemoved() const
    {
        if (m_conversion.inPlace || m_options.resume)
            return;
        if (const auto kept = keptBytes(m_conversion.target))
            m_session.remark("starting over; " + formatBytes(*kept)
                + " written by an interrupted conversion are removed (--resume would continue with them)");
    }

    /// With --resume: whether the conversion had already finished.
    Result<bool> findFinished()
    {
        if (!m_options.resume || m_options.force || m_options.dryRun || m_conversion.replaced.empty())
            return false;
        ProgressBar bar(!m_options.common.quiet);
        bar.beginStep(m_plan.tensorBytes);
        auto finished = isFinished(m_recipe, m_plan, m_conversion.target, m_session.work(&bar.progress()));
        if (!finished || !*finished)
            return finished;
        bar.without([&] {
            m_session.remark(
                outputPath(m_options).string() + " is complete already: it holds what this conversion writes");
        });
        m_conversion.refused.reset();
        m_conversion.replaced.clear();
        m_conversion.written = true;
        m_conversion.verified = true;
        return true;
    }

    /// Adds advice to an error after which leftovers are kept.
    Error withKept(Error error) const
    {
        const auto kept = keptBytes(m_conversion.target);
        if (m_options.resume && error.code == ErrorCode::Exists
            && std::ranges::find(m_conversion.replaced, fs::path(error.path)) != m_conversion.replaced.end()) {
            // Another conversion has finished this output. It must be overwritten or removed first.
            error.message += overwriteHint;
            if (kept)
                error.message += ", which also removes " + formatBytes(*kept) + " of an interrupted conversion";
            return error;
        }
        const bool refuses = m_options.resume && error.code != ErrorCode::Stopped
            && (error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Malformed
                || error.code == ErrorCode::Unsupported || error.code == ErrorCode::NotFound);
        if (refuses)
            error.message += "; without --resume the conversion starts over";
        else if (kept && error.code == ErrorCode::Stopped)
            m_session.remark("interrupted; " + formatBytes(*kept)
                + " are written and kept: the same command continues with --resume, and starts over without it");
        else if (kept)
            error.message += "; " + formatBytes(*kept)
                + " are written and kept: the same command continues with --resume, and starts over without it";
        return error;
    }

    /// Computes the cost of the casts.
    Result<> weigh()
    {
        ProgressBar bar(!m_options.common.quiet);
        std::uint64_t total = 0;
        for (const RecipeItem& item : m_recipe.items)
            total = saturatingAdd(total, item.isCast() ? valueBytes(item.original()) : 0);
        bar.expect(total);
        bar.beginStep(total);
        auto costs = castCosts(m_recipe.items, m_session.work(&bar.progress()));
        if (!costs)
            return fail(std::move(costs.error()));
        const OverflowReport overflow = overflowReport(m_recipe.items, *costs);
        m_conversion.overflow = overflow.values;
        if (overflow.isTooMuch())
            bar.without([&] { m_session.remark(overflow.text + "; use --force to write it"); });
        m_conversion.costs = std::move(*costs);
        return checkSources(m_recipe);
    }

    const ConvertOptions& m_options;
    const Session& m_session;
    Recipe m_recipe;
    Plan m_plan;
    std::optional<PlannedFile> m_rewrite; ///< rewrite of only the header, if that is enough
    Conversion m_conversion;
};

} // namespace

ExitStatus runConversion(
    const ConvertOptions& options, const Session& session, Recipe recipe, Plan plan, ConversionRemarks remarks)
{
    return Converting(options, session, std::move(recipe), std::move(plan), std::move(remarks)).run();
}

} // namespace loupe
