#pragma once

#include "app/cli/progress_bar.h"
#include "app/cli/session.h"
#include "reports/html_report.h"
#include "saving/difference/difference_recipe.h"
#include "saving/recipe/output.h"

#include <memory>
#include <optional>
#include <string>

namespace loupe {

/// The files that `tloupe diff` writes besides its output: a report, and the difference as a checkpoint.
class DiffFiles {
public:
    /// The arguments must outlive this.
    DiffFiles(const DiffOptions& options, const Session& session, std::shared_ptr<const Checkpoint> a,
        std::shared_ptr<const Checkpoint> b, const MetadataDifference& metadata);

    /// Fails with Exists if a file exists and must not be replaced, and with InvalidArgument if a file of either
    /// checkpoint would be replaced.
    Result<> check(const Checkpoint& a, const Checkpoint& b) const;
    /// See PairSink.
    void add(const TensorPair& pair, const PairOutcome& outcome);
    /// Call after all pairs were added. The difference is not written if `firstError` kept a pair from being read,
    /// because it would look complete. `bytesBefore`: bytes of the bar's previous steps.
    Result<> write(bool same, const std::optional<Error>& firstError, ProgressBar& bar, std::uint64_t bytesBefore);
    /// Says what was written, one line per file.
    const std::string& text() const { return m_text; }

private:
    Existing existing() const { return m_options.force ? Existing::Replace : Existing::Refuse; }
    Result<> writeReport(
        bool same, const std::optional<Error>& firstError, ProgressBar& bar, std::uint64_t bytesBefore);
    Result<> writeDifference(ProgressBar& bar, std::uint64_t bytesBefore);

    const DiffOptions& m_options;
    const Session& m_session;
    std::optional<ComparisonReport> m_report;
    std::optional<DifferenceRecipe> m_difference;
    std::string m_text;
};

} // namespace loupe
