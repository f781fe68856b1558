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

/// What `tloupe diff` writes in addition to its answer: a report, and the difference as a checkpoint.
class DiffFiles {
public:
    /// What is given must outlive it.
    DiffFiles(const DiffOptions& options, const Session& session, std::shared_ptr<const Checkpoint> a,
        std::shared_ptr<const Checkpoint> b, const MetadataDifference& metadata);

    /// Fails with Exists if a file is there that is not to be replaced, and with InvalidArgument where one of either
    /// side's would be.
    Result<> check(const Checkpoint& a, const Checkpoint& b) const;
    /// As a PairSink.
    void add(const TensorPair& pair, const PairOutcome& outcome);
    /// After all were added. The difference is not written where `firstError` kept a pair from being read: it would
    /// look whole. `bytesBefore`: of the bar's steps so far.
    Result<> write(bool same, const std::optional<Error>& firstError, ProgressBar& bar, std::uint64_t bytesBefore);
    /// What was written, a line for each.
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
