#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/parts/division.h"
#include "app/cli/parts/part_file.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "saving/writing/atomic_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The inputs and the work of a run; the same on every machine.
struct PartPlan {
    std::vector<InputState> inputs;
    std::vector<WorkUnit> units;
};

/// The work units of tensors.
std::vector<WorkUnit> tensorUnits(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);

/// Computes one part of a verb's work and writes it.
class PartRun {
public:
    /// Precondition: the session's options request a part.
    PartRun(const Session& session, PartPlan plan);

    /// Call first. Returns an exit status if there is nothing to do, after reporting why: the part already exists, or
    /// its file cannot be written.
    std::optional<ExitStatus> begin();
    /// The indices of this part's pieces, in ascending order. If no unit is cut, piece and unit indices are equal.
    const std::vector<std::size_t>& own() const { return m_own; }
    std::uint64_t ownBytes() const;
    /// Adds the result of a piece; call in order of pieces. `error`: why the piece could not be read, or null.
    void add(std::size_t piece, std::string record, const Error* error);

    /// Processes this part's pieces in order: calls `lookAtWhole` with runs of whole units and the piece of the first
    /// one, and `lookAtRange` with each range of a unit. Both get the number of bytes, and must add() their results.
    /// Stops at the first failure.
    Result<> lookAtOwn(
        const std::function<Result<>(std::span<const std::size_t> units, std::size_t piece, std::uint64_t bytes)>&
            lookAtWhole,
        const std::function<Result<>(std::size_t unit, SpanRange range, std::size_t piece, std::uint64_t bytes)>&
            lookAtRange) const;
    /// Call after all pieces were added. Writes the part, reports that, and returns the exit status.
    ExitStatus write();

    /// Does all of the above. `look` must add() its results; it fails like verbs do.
    static ExitStatus run(const Session& session, PartPlan plan, const std::function<Result<>(PartRun& part)>& look);

private:
    /// Moves the part into place, unless another attempt has meanwhile put one there that read as much. Returns
    /// `unread` of the part that is in place.
    Result<std::uint64_t> publish();
    Result<> writeText(const std::string& text);
    /// Reads an existing file of this part; empty if there is none, or if it is damaged and will be replaced. Fails if
    /// it is a different file.
    Result<std::optional<PartFile>> readOther() const;
    ExitStatus statusOf(std::uint64_t unread) const;
    std::string ownName() const;

    const Session& m_session;
    const PartOptions& m_options;
    std::vector<WorkUnit> m_units;
    std::vector<WorkPiece> m_pieces; ///< the pieces of all parts
    std::vector<std::size_t> m_own;
    PartFile m_file;
    bool m_replaces = false; ///< replaces a part that is damaged or could not read everything
    std::unique_ptr<AtomicFile> m_target; ///< null: standard output
};

} // namespace loupe
