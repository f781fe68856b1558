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
    /// The tensors that the history is about. They may be others in each checkpoint.
    using Choose = std::function<Result<std::vector<std::uint32_t>>(const std::shared_ptr<const Checkpoint>&)>;

    Open open; ///< as openCheckpoint()
    Choose choose;
    bool stored = false; ///< checkpoints that `open` gives have numbers as they are stored
    const FigureStore* store = nullptr; ///< null: nothing is kept
    /// What is known of the checkpoint of that number in the run, as soon as it is read; may be empty. On the thread
    /// that reads.
    std::function<void(std::size_t number, const HistoryStep& step)> onStep = {};
};

/// What is known of one checkpoint of a run.
struct HistoryStep {
    RunCheckpoint checkpoint; ///< whyNotWhole also says what opening and reading have found
    std::optional<Error> error = {}; ///< it is not whole: why it could not be read, other than by its name
    std::optional<StepFigures> figures = {}; ///< absent where it is not whole
    /// ||this - previous|| / ||previous|| over all elements that are finite in both, where `previous` is the last whole
    /// checkpoint before it of the same series. Absent without one, where names or shapes are others, where all of
    /// the previous values are zero, or where the ratio is too large for a double.
    std::optional<double> change = {};
    std::string changeNote = {}; ///< why there is no change, if there could be
    struct Nonfinite {
        std::string tensor;
        std::uint64_t index = 0;
        std::string place = {}; ///< of that index in the tensor's shape: "[5, 7]"
    };
    std::optional<Nonfinite> firstNonfinite = {}; ///< in the order of the file
    /// What else its folder has: names of files and folders ("name/") that may hold tensors, and are no part of the
    /// checkpoint. What lies beside several checkpoints of one step is said of the first of them.
    std::vector<std::string> unread = {};
    bool isKept = false; ///< all its figures were kept: no value was read
};

struct RunHistory {
    Run run;
    std::vector<HistoryStep> steps; ///< as Run::checkpoints

    /// The first step with NaN or infinities; null where there is none. Every step is looked at: values that are not
    /// finite may vanish again.
    const HistoryStep* firstNonfinite() const;

    /// What the checkpoints say that come after the first one with NaN or infinities, in the same series.
    enum class Later : std::uint8_t {
        NoneIsThere,
        NoneCouldBeRead,
        NotAll, ///< at least one has none
        AllThatCouldBeRead, ///< have some; others could not be read
        All, ///< have some
    };
    struct Nonfinite {
        const HistoryStep* first = nullptr; ///< in `steps`
        std::uint64_t laterWhole = 0; ///< checkpoints of its series after it that could be read
        std::uint64_t laterUnread = 0; ///< that could not
        const HistoryStep* unread = nullptr; ///< the earliest before it that may have some: not whole; null: none
        const HistoryStep* without = nullptr; ///< the first whole one after it that has none; null: none is known

        Later later() const;
        /// Whether all later ones have some; nothing where that is not known, or where none is there.
        std::optional<bool> stays() const;
    };
    /// One for each series with NaN or infinities, the earliest first.
    std::vector<Nonfinite> nonfiniteSeries() const;
    /// HistoryStep::unread, as StepName::series where names of folders state steps, and Run::unread, each name once,
    /// with how many steps have it: 0 for what lies beside them.
    std::map<std::string, std::uint64_t> unread() const;
};

/// Reads the values of all checkpoints, two at a time, but for what is kept. Progress in bytes of the checkpoints.
/// Fails as `choose` does, and with Stopped.
Result<RunHistory> readHistory(Run run, const HistoryOptions& options, const Work& work = {});

/// For HistoryOptions::choose: the tensors with one of these names; those below it, as "layers.0" has
/// "layers.0.weight"; or those that it matches as a glob. Each once, in the order of the file; all where there are no
/// names. A name that nothing matches gives nothing; those that match are removed from `unmatched`. Fails with
/// InvalidArgument where one cannot be a glob.
Result<std::vector<std::uint32_t>> tensorsOrGroups(
    const Checkpoint& checkpoint, std::span<const std::string> names, std::set<std::string>* unmatched = nullptr);

} // namespace loupe
