#include "app/cli/diff/diff_files.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "saving/difference/difference_limits.h"
#include "saving/recipe/places.h"
#include "saving/recipe/recipe_edits.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/target_check.h"

#include <filesystem>
#include <span>

namespace loupe {

DiffFiles::DiffFiles(const DiffOptions& options, const Session& session, std::shared_ptr<const Checkpoint> a,
    std::shared_ptr<const Checkpoint> b, const MetadataDifference& metadata)
    : m_options(options)
    , m_session(session)
{
    if (!options.html.empty()) {
        m_report.emplace(a, b, metadata, options.comparison);
        m_report->setFilter(options.common.filterText);
    }
    if (!options.difference.empty())
        m_difference.emplace(std::move(a), std::move(b));
}

Result<> DiffFiles::check(const Checkpoint& a, const Checkpoint& b) const
{
    for (const std::string& path : {m_options.html, m_options.difference}) {
        for (const Checkpoint* const side : {&a, &b}) {
            if (auto other = path.empty() ? Result<>() : checkCompared(path, *side); !other)
                return other;
        }
        if (!path.empty() && !m_options.force && isFileThere(path))
            return fail(ErrorCode::Exists, "the file exists; use --force to overwrite", path);
        if (auto possible = path.empty() ? Result<>() : checkPlaces({path}, {0}, Existing::Replace); !possible)
            return possible;
    }
    return {};
}

void DiffFiles::add(const TensorPair& pair, const PairOutcome& outcome)
{
    if (m_report)
        m_report->add(pair, outcome);
    if (m_difference)
        m_difference->add(pair, statusOf(pair, outcome), outcome.delta ? outcome.delta->maximum : std::nullopt);
}

Result<> DiffFiles::write(
    bool same, const std::optional<Error>& firstError, ProgressBar& bar, std::uint64_t bytesBefore)
{
    if (m_report) {
        if (auto written = writeReport(same, firstError, bar, bytesBefore); !written)
            return written;
        bytesBefore = saturatingAdd(bytesBefore, m_report->bytesToDraw());
    }
    if (!m_difference)
        return {};
    if (firstError) {
        return fail(ErrorCode::Unsupported, "is not written: some tensors cannot be read", m_options.difference);
    }
    return writeDifference(bar, bytesBefore);
}

Result<> DiffFiles::writeReport(
    bool same, const std::optional<Error>& firstError, ProgressBar& bar, std::uint64_t bytesBefore)
{
    const std::uint64_t bytes = m_report->bytesToDraw();
    bar.expect(saturatingAdd(bytesBefore, bytes));
    bar.beginStep(bytes);
    if (auto drawn = m_report->draw(m_session.work(&bar.progress())); !drawn)
        return drawn;
    auto file = AtomicFile::create(m_options.html, 0, existing());
    if (!file)
        return fail(std::move(file.error()));
    std::uint64_t size = 0;
    Result<> written;
    m_report->write(
        [&](std::string_view text) {
            if (written)
                written = (*file)->write(size, std::as_bytes(std::span(text)));
            size += text.size();
        },
        same, firstError);
    if (m_session.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    if (written)
        written = (*file)->sync().and_then([&] { return (*file)->commit(); });
    if (written)
        m_text += printable(m_options.html) + ": report, " + exactBytes(size) + '\n';
    return written;
}

Result<> DiffFiles::writeDifference(ProgressBar& bar, std::uint64_t bytesBefore)
{
    Recipe recipe = m_difference->take();
    applyEdits(m_options.edits, recipe);
    const auto output = planOutput(
        std::move(recipe), {.format = m_options.differenceFormat, .path = m_options.difference, .eachItsFile = false});
    if (!output)
        return fail(output.error());
    const SaveOptions how{.existing = existing()};
    const std::uint64_t bytesToLookAt = bytesToCountExceeding(output->recipe);
    const std::uint64_t bytes = workOf(*output, how);
    bar.expect(saturatingAdd(bytesBefore, saturatingAdd(bytesToLookAt, bytes)));
    bar.beginStep(bytesToLookAt);
    const auto exceeding = exceedingText(output->recipe, m_session.work(&bar.progress()));
    if (!exceeding)
        return fail(exceeding.error());
    bar.beginStep(bytes);
    const auto files = writeOutput(*output, how, m_session.work(&bar.progress()));
    if (!files)
        return fail(files.error());
    m_text += printable(m_options.difference) + ": B - A of " + counted(output->recipe.items.size(), "tensor") + ", "
        + exactBytes(output->bytes()) + ", written and verified"
        + (output->recipe.leftOut.empty() ? "" : "; skipped: " + output->recipe.leftOut)
        + (exceeding->empty() ? "" : "; " + *exceeding) + '\n';
    return {};
}

} // namespace loupe
