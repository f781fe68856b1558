#pragma once

#include "app/cli/parts/part_run.h"
#include "app/cli/parts/records.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The results of all parts of a run. A verb takes its results from here instead of computing them. Not thread-safe.
class CollectedResults {
public:
    /// Precondition: `parts` are all parts of one run, each once.
    explicit CollectedResults(std::vector<PartFile> parts);

    /// Fails with Changed if the plan differs: input files or the work have changed. Fails with Malformed if a part
    /// lacks a result, or has one that belongs to another part.
    Result<> check(const PartPlan& plan) const;

    /// The result of `unit`, a valid unit index, combined if parts have ranges of it. Fails with Malformed if the
    /// record is invalid. Precondition: check() has succeeded.
    Result<Result<Summary>> summary(std::size_t unit, const Tensor& tensor, const SummaryOptions& options) const;
    /// `hasDigest`: see DuplicateSearch::needsDigest().
    Result<TensorLook> look(std::size_t unit, const Checkpoint& checkpoint, std::uint32_t tensor, bool hasDigest) const;
    Result<PairOutcome> outcome(std::size_t unit, std::optional<std::uint64_t> elements) const;
    bool isCut(std::size_t unit) const { return entriesOf(unit).front()->range.has_value(); }
    /// Precondition: isCut().
    Result<PairOutcome> outcome(
        std::size_t unit, const Tensor& a, const Tensor& b, const std::optional<Tolerance>& tolerance) const;
    Result<Result<std::string>> digest(std::size_t unit) const;

private:
    template <typename Value>
    Result<Value> sound(std::optional<Value> value, std::size_t unit) const;

    const PartFile& run() const { return m_parts.front(); }
    /// One entry per piece of the unit, in order.
    std::span<const PartFile::Entry* const> entriesOf(std::size_t unit) const;
    std::vector<std::string_view> recordsOf(std::size_t unit) const;
    const std::string& record(std::size_t unit) const { return entriesOf(unit).front()->record; }

    std::vector<PartFile> m_parts; ///< in order
    std::vector<const PartFile::Entry*> m_entries; ///< indexed by piece; null if missing
    /// first piece of each unit, and at the end the number of pieces; set by check()
    mutable std::vector<std::size_t> m_firstPieces;
    mutable KeptTexts m_texts;
};

} // namespace loupe
