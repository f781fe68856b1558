#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"
#include "history/figure_store.h"
#include "history/run.h"
#include "history/tensor_figures.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace loupe {

struct HistoryStep;

struct HistoryOptions {
    using Open = std::function<Result<std::shared_ptr<const Checkpoint>>(const std::filesystem::path& path)>;
    /// Chooses the tensors to compute figures of. They may differ between checkpoints.
    using Choose = std::function<Result<std::vector<std::uint32_t>>(const std::shared_ptr<const Checkpoint>&)>;

    Open open; ///< as openCheckpoint()
    Choose choose;
    bool stored = false; ///< whether `open` returns checkpoints whose values are as stored
    const FigureStore* store = nullptr; ///< null: nothing is cached
    /// Called with what is known of a checkpoint, and its number in the run, as soon as it is read. May be empty.
    /// Called on the reading thread.
    std::function<void(std::size_t number, const HistoryStep& step)> onStep = {};
};

/// What is known of one checkpoint of a run.
struct HistoryStep {
    RunCheckpoint checkpoint; ///< whyNotWhole also covers what opening and reading have found
    std::optional<Error> error = {}; ///< why it could not be read, apart from its name; it is then not whole
    std::optional<StepFigures> figures = {}; ///< absent if it is not whole
    /// ||this - previous|| / ||previous|| over all elements that are finite in both, where `previous` is the last whole
    /// checkpoint before it of the same series. Absent if there is none, if names or shapes differ, if all previous
    /// values are zero, or if the ratio is too large for a double.
    std::optional<double> change = {};
    std::string changeNote = {}; ///< why there is no `change`, if one was to be expected
    struct Nonfinite {
        std::string tensor;
        std::uint64_t index = 0;
        std::string place = {}; ///< the index as a position in the tensor's shape: "[5, 7]"
    };
    std::optional<Nonfinite> firstNonfinite = {}; ///< in the order of the file
    /// Other files and folders ("name/") in its folder that may hold tensors, but are not part of the checkpoint. If a
    /// step has several checkpoints, only the first one lists them.
    std::vector<std::string> unread = {};
    bool isKept = false; ///< all its figures were cached: no value was read
};

struct RunHistory {
    Run run;
    std::vector<HistoryStep> steps; ///< parallel to Run::checkpoints

    /// The first step with NaN or infinities; null if there is none. Checks every step, because such values may vanish
    /// again.
    const HistoryStep* firstNonfinite() const;

    /// Whether the later checkpoints of a series, after the first one with NaN or infinities, also have some.
    enum class Later : std::uint8_t {
        NoneIsThere,
        NoneCouldBeRead,
        NotAll, ///< at least one has none
        AllThatCouldBeRead, ///< all that could be read have some; others could not be read
        All, ///< all could be read and have some
    };
    struct Nonfinite {
        const HistoryStep* first = nullptr; ///< in `steps`
        std::uint64_t laterWhole = 0; ///< checkpoints of its series after it that could be read
        std::uint64_t laterUnread = 0; ///< later checkpoints of its series that could not be read
        const HistoryStep* unread =
            nullptr; ///< the earliest one before it that is not whole, so it may have some; null if none
        const HistoryStep* without = nullptr; ///< the first whole one after it that has none; null if none is known

        Later later() const;
        /// Whether all later ones have some; nothing if that is unknown, or if there are none.
        std::optional<bool> stays() const;
    };
    /// One for each series with NaN or infinities, the earliest first.
    std::vector<Nonfinite> nonfiniteSeries() const;
    /// The names in HistoryStep::unread, in the form of StepName::series if a folder's name states a step, and in
    /// Run::unread. Each name once, with the number of steps that have it: 0 for those in Run::unread.
    std::map<std::string, std::uint64_t> unread() const;
};

/// Reads the values of all checkpoints, two at a time, except for those whose figures are cached. Progress in bytes of
/// the checkpoints. Fails as `choose` does, and with Stopped.
Result<RunHistory> readHistory(Run run, const HistoryOptions& options, const Work& work = {});

/// For HistoryOptions::choose: the tensors that match one of these names: by full name; as a group, so that "layers.0"
/// matches "layers.0.weight"; or as a glob. Each tensor once, in file order; all tensors if there are no names. Ignores
/// names without a match; removes the others from `unmatched`. Fails with InvalidArgument if a name is not a valid
/// glob.
Result<std::vector<std::uint32_t>> tensorsOrGroups(
    const Checkpoint& checkpoint, std::span<const std::string> names, std::set<std::string>* unmatched = nullptr);

} // namespace loupe
