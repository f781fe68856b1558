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

/// What a run reads and what there is to do: the same on every machine.
struct PartPlan {
    std::vector<InputState> inputs;
    std::vector<WorkUnit> units;
};

/// What tensors add that are looked at as a whole.
std::vector<WorkUnit> tensorUnits(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);

/// Does one part of a verb's work and writes it.
class PartRun {
public:
    /// Precondition: the session's options ask for a part.
    PartRun(const Session& session, PartPlan plan);

    /// To be called first: nothing if there is work to do; else the status, of a part that is there already or a
    /// file that cannot be written, which it says.
    std::optional<ExitStatus> begin();
    /// Indices of this part's pieces, in ascending order; where no unit can be cut, these are the units.
    const std::vector<std::size_t>& own() const { return m_own; }
    std::uint64_t ownBytes() const;
    /// In their order. `error`: why the piece could not be read, or null.
    void add(std::size_t piece, std::string record, const Error* error);

    /// Calls `lookAtWhole` with runs of units, and the piece of the first one, and `lookAtRange` with each range of a
    /// unit, in the order of pieces. Both are told how many bytes that is, and are to add what they find. Ends with the
    /// first failure.
    Result<> lookAtOwn(
        const std::function<Result<>(std::span<const std::size_t> units, std::size_t piece, std::uint64_t bytes)>&
            lookAtWhole,
        const std::function<Result<>(std::size_t unit, SpanRange range, std::size_t piece, std::uint64_t bytes)>&
            lookAtRange) const;
    /// After all were added: says what it wrote, and gives the status.
    ExitStatus write();

    /// All of these; `look` adds what it finds, and fails as verbs do.
    static ExitStatus run(const Session& session, PartPlan plan, const std::function<Result<>(PartRun& part)>& look);

private:
    /// Puts the part in place, unless another attempt has meanwhile put one there that could read as much. Gives
    /// `unread` of the part that is in place.
    Result<std::uint64_t> publish();
    Result<> writeText(const std::string& text);
    /// Where there is a file that is this part: nothing of one that is damaged, which is to be replaced. Fails where it
    /// is another file.
    Result<std::optional<PartFile>> readOther() const;
    ExitStatus statusOf(std::uint64_t unread) const;
    std::string ownName() const;

    const Session& m_session;
    const PartOptions& m_options;
    std::vector<WorkUnit> m_units;
    std::vector<WorkPiece> m_pieces; ///< of all parts
    std::vector<std::size_t> m_own;
    PartFile m_file;
    bool m_replaces = false; ///< a part that could not read all, or is damaged
    std::unique_ptr<AtomicFile> m_target; ///< null: standard output
};

} // namespace loupe
